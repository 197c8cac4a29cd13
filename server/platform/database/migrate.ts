/** Migrations are functions in a list; the database stores the names of those that have run. */
import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type CreateTableBuilder, type Kysely, type Migration } from 'kysely';
import type { DatabaseName, Store } from './store';

/** SQL words for creating tables that differ between the two stores. */
export interface SqlDialect {
  store: Store;
  /** A signed 64-bit integer. */
  integer: 'integer' | 'bigint';
  /**
   * Ends the creation of a table. In SQLite it becomes strict about types; `clustered` also stores the rows in order of
   * the primary key, which saves an index. With a single integer as key SQLite does so anyway: use `plain`.
   */
  finish: <T extends string>(
    table: CreateTableBuilder<T, string>,
    rows: 'plain' | 'clustered',
  ) => CreateTableBuilder<T, string>;
}

// A migration has no table types: those of the code describe the newest tables, not the ones it finds.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type MigrationFunction = (database: Kysely<any>, dialect: SqlDialect) => Promise<void>;

/** In order; a released name keeps its meaning forever. Names sort as they are listed: `0001-users`. */
export type MigrationList = readonly { name: string; up: MigrationFunction }[];

export async function migrateToLatest(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  database: Kysely<any>,
  store: Store,
  name: DatabaseName,
  list: MigrationList,
): Promise<void> {
  if (await isLatest(database, store, name, list)) return;
  const dialect = dialectOf(store);
  const migrations: Record<string, Migration> = {};
  for (const { name: migration, up } of list) migrations[migration] = { up: (db) => up(db, dialect) };
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    ...(store === 'postgres' ? { migrationTableSchema: name } : {}),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error(`the migration of ${name} failed`, { cause: error });
}

/**
 * Whether exactly these have run, the usual case: then no lock is taken and tables and columns are not listed, which
 * takes several times as long as opening a database.
 */
async function isLatest(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  database: Kysely<any>,
  store: Store,
  name: DatabaseName,
  list: MigrationList,
): Promise<boolean> {
  const schemaDatabase = store === 'postgres' ? database.withSchema(name) : database;
  // Without its table nothing has run; the migration reports any other error.
  const run: { name: string }[] = await schemaDatabase
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .execute()
    .catch(() => []);
  const names = new Set(run.map(({ name: migration }) => migration));
  return names.size === list.length && list.every((migration) => names.has(migration.name));
}

function dialectOf(store: Store): SqlDialect {
  if (store === 'postgres') return { store, integer: 'bigint', finish: (table) => table };
  return {
    store,
    integer: 'integer',
    finish: (table, rows) => table.modifyEnd(rows === 'clustered' ? sql`strict, without rowid` : sql`strict`),
  };
}
