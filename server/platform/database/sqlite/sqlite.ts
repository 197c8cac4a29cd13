/** Kysely dialect for SQLite. */
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
 * Migrations run in one transaction. A failed or killed one leaves nothing half-done, and a second process waits for
 * it. A new exchange syncs once instead of per statement, which on a slow disk is most of its first start.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Takes the write lock when a transaction begins. A transaction that reads first and then writes would fail at once
 * after a write by another process, regardless of the busy timeout.
 */
class EagerSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk rolls the transaction back by itself, so the original error is reported. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: Error) => {
      if (!/no transaction is active/.test(error.message)) throw error;
    });
  }
}
