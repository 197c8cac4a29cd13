/**
 * The relational side: three logical databases through one query layer (Kysely), each on embedded SQLite by default and on
 * PostgreSQL when `databaseUrl` is given. On SQLite they are three files; on PostgreSQL three schemas of one database, found
 * by the connection's search path, so that the same unqualified SQL serves both.
 *
 * What a query may rely on in both stores:
 * - Integers are signed 64-bit (`INTEGER`, `bigint`) and exact. Read models hand them out as bigint, because they are money;
 *   `exchange` as number, because they are ids, times and counts, and throws on one beyond 2^53 instead of rounding it.
 *   A sum that could pass 2^63 − 1 is not an integer column: it is kept as decimal text and added up in code.
 * - Yes and no are 0 and 1, times are epoch milliseconds, there are no dates, booleans or floats.
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
import { PaidQueries } from './paid-queries';
import { readingDialect } from './reading-thread';
import { sqliteDialect } from './sqlite';
import { openForReading } from './sqlite-file';
import type { Store } from './store';
import type { StoreAway } from './store-fault';

export interface DatabaseConfig {
  /** The folder of the SQLite files: `exchange.sqlite`, and those of the read models. */
  dataDir: string;
  /** `postgres://…`; absent for SQLite. */
  databaseUrl?: string | undefined;
}

export interface Database<Tables> {
  sql: Kysely<Tables>;
  /**
   * For lists, which may be long: query by query, each bounded, and what is committed is seen. SQLite answers where it is asked,
   * and orders would wait for it; this is read in a thread of its own.
   */
  lists: Kysely<Tables>;
  store: Store;
  close(): Promise<void>;
}

/** Loaded where it is used: every thread with a database would load it to open a file. */
const postgresDialect: (typeof import('./postgres'))['postgresDialect'] = (...parameters) =>
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  (require('./postgres') as typeof import('./postgres')).postgresDialect(...parameters);

/** Null when it is there, as files are, if only to refuse. */
export async function storeAway({ databaseUrl }: Pick<DatabaseConfig, 'databaseUrl'>): Promise<StoreAway | null> {
  if (databaseUrl === undefined) return null;
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { lookAt } = require('./postgres-watch') as typeof import('./postgres-watch');
  return lookAt(databaseUrl);
}

/** Opens the users' own data and brings its tables up to date. Rejects when the store cannot be reached. */
export function openDatabase<Tables>(config: DatabaseConfig, name: 'exchange'): Promise<Database<Tables>> {
  return openPrepared(config, name, (sql, store) => migrateToLatest(sql, store, name, exchangeMigrations));
}

/** Opens a logical database for writing, once `prepare` has brought its tables up to date. Rejects when the store cannot be reached. */
export async function openPrepared<Tables>(
  config: DatabaseConfig,
  name: string,
  // It makes tables, which no type describes before.
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
 * A logical database as an earlier program has left it: nothing is made or changed, and tables may be missing. Null where
 * there is none yet.
 */
export function openAsItIs<Tables>(config: DatabaseConfig, name: string): Database<Tables> | null {
  const { databaseUrl } = config;
  const file = sqliteFile(config, name);
  if (!databaseUrl && !existsSync(file)) return null;
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl, name, { readOnlyMsMax: READ_MS_MAX })
    : new SqliteDialect({ database: async () => openForReading(file) });
  return readOnly(new Kysely<Tables>({ dialect, plugins: pluginsOf(name) }), databaseUrl ? 'postgres' : 'sqlite');
}

/** Which columns a table has; none when it is missing. */
export async function columnsOf(
  // Any database has tables.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  { sql, store }: Database<any>,
  name: string,
  table: string,
): Promise<ReadonlySet<string>> {
  // Not by introspection: that lists every column of every table.
  const { rows } = await (
    store === 'sqlite'
      ? raw<{ name: string }>`select name from pragma_table_info(${table})`
      : raw<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = ${name} and table_name = ${table}`
  ).execute(sql.withoutPlugins());
  return new Set(rows.map((column) => column.name));
}

/** A query of somebody who waits for its answer; what takes longer is given up. */
const READ_MS_MAX = 10_000;
/** A shutdown waits no longer for readers of what is dropped. */
const DROP_MS_MAX = 2_000;

/**
 * A logical database that is there with its tables, for the thread that must not wait: it is only read, and each query is
 * bounded. SQLite is read in a thread of its own, PostgreSQL by its server.
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
  return [new PaidQueries(), new CamelCasePlugin(), ...(name === 'exchange' ? [new IntegersAsNumbers()] : [])];
}

/** Names of the logical databases that there are, of those that `pattern` matches. */
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
 * Drops a logical database that is no longer written. On PostgreSQL it drops these tables and then the schema; it rejects, and leaves all,
 * when something else is in the schema, depends on a table or reads one for long.
 */
export async function dropDatabase(config: DatabaseConfig, name: string, tables: readonly string[]): Promise<void> {
  if (config.databaseUrl === undefined) {
    const file = sqliteFile(config, name);
    if (!existsSync(file)) return;
    // It is gone at once; freeing a large file takes longer.
    for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true });
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

/** Where a logical database lies when it is a file. */
export function sqliteFile({ dataDir }: Pick<DatabaseConfig, 'dataDir'>, name: string): string {
  return path.join(dataDir, `${name}.sqlite`);
}

function dialectOf(config: DatabaseConfig, name: string): Dialect {
  if (config.databaseUrl) return postgresDialect(config.databaseUrl, name);
  // Read models can be made again from the journal, so losing the last moments of them to a power cut costs nothing;
  // they cannot tear, and the checkpoint goes back with them. A user who registered must stay registered.
  return sqliteDialect(sqliteFile(config, name), name === 'exchange' ? 'full' : 'normal');
}
