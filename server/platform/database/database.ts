/**
 * The relational stores: three logical databases through one query layer (Kysely), each on embedded SQLite by default
 * and on PostgreSQL if `databaseUrl` is set. On SQLite they are three files; on PostgreSQL three schemas of one
 * database, selected by the connection's search path, so that the same unqualified SQL serves both.
 *
 * Guarantees for queries in both stores:
 * - Integers are signed 64-bit (`INTEGER`, `bigint`) and exact. Read models return them as bigint, because they are
 *   money; `exchange` as number, because they are ids, times and counts, and throws on one beyond 2^53 instead of
 *   rounding it. A sum that could exceed 2^63 − 1 is not an integer column: it is stored as decimal text and added up
 *   in code.
 * - Booleans are 0 and 1, times are epoch milliseconds; there are no date, boolean or float columns.
 * - Columns are snake_case in SQL and camelCase in code.
 * - Text sorts by locale in PostgreSQL and by byte in SQLite: sort by numbers.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { CamelCasePlugin, Kysely, sql as raw, SqliteDialect } from 'kysely';
import type { Dialect, KyselyPlugin, QueryResult, RawBuilder } from 'kysely';
import { IntegersAsNumbers } from './integers';
import { migrateToLatest } from './migrate';
import { exchangeMigrations } from './migrations/exchange';
import { MeteredQueries } from './metered-queries';
import { readingDialect } from './sqlite/reading-thread';
import { sqliteDialect } from './sqlite/sqlite';
import { openForReading } from './sqlite/sqlite-file';
import type { Store } from './store';
import type { DatabaseUnreachable } from './store-fault';

export interface DatabaseConfig {
  /** Folder of the SQLite files: `exchange.sqlite`, and those of the read models. */
  dataDir: string;
  /** `postgres://…`; absent for SQLite. */
  databaseUrl?: string | undefined;
}

export interface Database<Tables> {
  sql: Kysely<Tables>;
  /**
   * For lists, which may be long: each query has a timeout and sees committed data. SQLite blocks its thread during a
   * query, so these run in a separate thread.
   */
  lists: Kysely<Tables>;
  store: Store;
  close(): Promise<void>;
}

/** Loaded on demand: every thread with a database would load it only to open a file. */
const postgresDialect: (typeof import('./postgres'))['postgresDialect'] = (...parameters) =>
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  (require('./postgres') as typeof import('./postgres')).postgresDialect(...parameters);

/** Null if the store is reachable, even if it refuses the connection. Files always are. */
export async function probeDatabase({
  databaseUrl,
}: Pick<DatabaseConfig, 'databaseUrl'>): Promise<DatabaseUnreachable | null> {
  if (databaseUrl === undefined) return null;
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { probePostgres: lookAt } = require('./postgres-watch') as typeof import('./postgres-watch');
  return lookAt(databaseUrl);
}

/** Opens the users' own data and migrates its tables. Rejects if the store is unreachable. */
export function openDatabase<Tables>(config: DatabaseConfig, name: 'exchange'): Promise<Database<Tables>> {
  return openPrepared(config, name, (sql, store) => migrateToLatest(sql, store, name, exchangeMigrations));
}

/**
 * Opens a logical database for writing after `prepare` has migrated its tables. Rejects if the store is unreachable.
 */
export async function openPrepared<Tables>(
  config: DatabaseConfig,
  name: string,
  // Creates tables that no type describes yet.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  prepare: (sql: Kysely<any>, store: Store) => Promise<void>,
): Promise<Database<Tables>> {
  const store: Store = config.databaseUrl ? 'postgres' : 'sqlite';
  const sql = new Kysely<Tables>({ dialect: dialectOf(config, name), plugins: pluginsOf(name) });
  try {
    await prepare(sql.withoutPlugins(), store);
  } catch (error) {
    await sql.destroy();
    throw error;
  }
  const lists = readingOf<Tables>(config, name);
  const close = async (): Promise<void> => {
    await lists.destroy();
    await sql.destroy();
  };
  return { sql, lists, store, close };
}

/**
 * A logical database as an earlier program left it: nothing is created or changed, and tables may be missing. Null if
 * it does not exist.
 */
export function openUnchanged<Tables>(config: DatabaseConfig, name: string): Database<Tables> | null {
  const { databaseUrl } = config;
  const file = sqliteFile(config, name);
  if (!databaseUrl && !existsSync(file)) return null;
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl, name, { readOnlyMsMax: READ_MS_MAX })
    : new SqliteDialect({ database: async () => openForReading(file) });
  return readOnly(new Kysely<Tables>({ dialect, plugins: pluginsOf(name) }), databaseUrl ? 'postgres' : 'sqlite');
}

/** Columns of a table; empty if the table is missing. */
export async function columnsOf(
  // Accepts any database.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  { sql, store }: Database<any>,
  name: string,
  table: string,
): Promise<ReadonlySet<string>> {
  // Introspection would list every column of every table.
  const { rows } = await (
    store === 'sqlite'
      ? raw<{ name: string }>`select name from pragma_table_info(${table})`
      : raw<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = ${name} and table_name = ${table}`
  ).execute(sql.withoutPlugins());
  return new Set(rows.map((column) => column.name));
}

/** Timeout in ms of an interactive query. */
const READ_MS_MAX = 10_000;
/** Maximum wait in ms for readers of a dropped table, so that a shutdown is not delayed. */
const DROP_MS_MAX = 2_000;

/**
 * An existing logical database for the main thread: read-only, with a timeout per query. SQLite is read in a separate
 * thread, PostgreSQL by its server.
 */
export function openReading<Tables>(config: DatabaseConfig, name: string): Database<Tables> {
  return readOnly(readingOf<Tables>(config, name), config.databaseUrl ? 'postgres' : 'sqlite');
}

function readingOf<Tables>(config: DatabaseConfig, name: string): Kysely<Tables> {
  const { databaseUrl } = config;
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl, name, { readOnlyMsMax: READ_MS_MAX })
    : readingDialect(sqliteFile(config, name));
  return new Kysely<Tables>({ dialect, plugins: pluginsOf(name) });
}

function readOnly<Tables>(sql: Kysely<Tables>, store: Store): Database<Tables> {
  return { sql, lists: sql, store, close: () => sql.destroy() };
}

function pluginsOf(name: string): KyselyPlugin[] {
  return [new MeteredQueries(), new CamelCasePlugin(), ...(name === 'exchange' ? [new IntegersAsNumbers()] : [])];
}

/** Names of existing logical databases that match `pattern`. */
export async function databasesIn({ dataDir, databaseUrl }: DatabaseConfig, pattern: RegExp): Promise<string[]> {
  if (databaseUrl === undefined) {
    const files = existsSync(dataDir) ? readdirSync(dataDir) : [];
    const names = files.filter((file) => file.endsWith('.sqlite')).map((file) => file.slice(0, -'.sqlite'.length));
    return names.filter((name) => pattern.test(name));
  }
  const { rows } = await onServer(databaseUrl, raw<{ name: string }>`select nspname as name from pg_namespace`);
  return rows.map(({ name }) => name).filter((name) => pattern.test(name));
}

/**
 * Drops a logical database that is no longer written. On PostgreSQL drops these tables and then the schema; rejects,
 * and changes nothing, if the schema contains anything else, anything depends on a table, or a reader holds one too
 * long.
 */
export async function dropDatabase(config: DatabaseConfig, name: string, tables: readonly string[]): Promise<void> {
  if (config.databaseUrl === undefined) {
    const file = sqliteFile(config, name);
    if (!existsSync(file)) return;
    // Renamed first, so it disappears at once; freeing a large file takes longer.
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    renameSync(file, `${file}.dropped`);
    return rm(`${file}.dropped`);
  }
  const server = new Kysely({ dialect: postgresDialect(config.databaseUrl, 'public') });
  try {
    await server.transaction().execute(async (transaction) => {
      await raw`set local lock_timeout = ${raw.lit(DROP_MS_MAX)}`.execute(transaction);
      for (const table of tables) await raw`drop table if exists ${raw.table(`${name}.${table}`)}`.execute(transaction);
      await raw`drop schema if exists ${raw.table(name)}`.execute(transaction);
    });
  } finally {
    await server.destroy();
  }
}

async function onServer<Row>(databaseUrl: string, query: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const server = new Kysely({ dialect: postgresDialect(databaseUrl, 'public') });
  try {
    return await query.execute(server);
  } finally {
    await server.destroy();
  }
}

/** The file of a logical database in SQLite. */
export function sqliteFile({ dataDir }: Pick<DatabaseConfig, 'dataDir'>, name: string): string {
  return path.join(dataDir, `${name}.sqlite`);
}

function dialectOf(config: DatabaseConfig, name: string): Dialect {
  if (config.databaseUrl) return postgresDialect(config.databaseUrl, name);
  // Read models can be rebuilt from the journal, so losing their last moments in a power cut costs nothing: they cannot
  // tear, and the checkpoint goes back with them. Registered users must not be lost.
  return sqliteDialect(sqliteFile(config, name), name === 'exchange' ? 'full' : 'normal');
}
