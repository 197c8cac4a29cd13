/** SQLite as Kysely takes it. */
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
} from 'kysely';
import { openFile } from './sqlite-file';

export function sqliteDialect(file: string, synchronous: 'normal' | 'full'): SqliteDialect {
  return new EagerSqliteDialect({ database: async () => openFile(file, synchronous) });
}

class EagerSqliteDialect extends SqliteDialect {
  constructor(private readonly settings: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(settings);
  }

  override createDriver(): Driver {
    return new EagerSqliteDriver(this.settings);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/**
 * Migrations run in one transaction: one that fails, or is killed, leaves nothing half-done, a second process waits for
 * it, and a new exchange syncs once instead of once a statement, which on a slow disk is most of its first start.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Takes the write lock when a transaction begins. One that begins by reading and then writes would fail at once when
 * another process wrote in between, however long the busy timeout is.
 */
class EagerSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk ends a transaction by itself: then nothing is left to roll back, and its own fault is what is told. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: Error) => {
      if (!/no transaction is active/.test(error.message)) throw error;
    });
  }
}
