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
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CamelCasePlugin, Kysely, sql as raw, SqliteDialect, type Dialect, type KyselyPlugin } from 'kysely';
import { IntegersAsNumbers } from './integers';
import { migrateToLatest, type MigrationList } from './migrate';
import { exchangeMigrations } from './migrations/exchange';
import { recordsMigrations } from './migrations/records';
import { viewsMigrations } from './migrations/views';
import { PaidQueries } from './paid-queries';
import { readingDialect } from './reading-thread';
import { sqliteDialect } from './sqlite';
import { openForReading } from './sqlite-file';
import type { DatabaseName, Store } from './store';
import type { StoreAway } from './store-fault';

export interface DatabaseConfig {
  /** Where the SQLite files live: `views.sqlite`, `records.sqlite` and `exchange.sqlite`. */
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

const MIGRATIONS: Record<DatabaseName, MigrationList> = {
  views: viewsMigrations,
  records: recordsMigrations,
  exchange: exchangeMigrations,
};

/** Opens a logical database and brings its tables up to date. Rejects when the store cannot be reached. */
export async function openDatabase<Tables>(config: DatabaseConfig, name: DatabaseName): Promise<Database<Tables>> {
  const store: Store = config.databaseUrl ? 'postgres' : 'sqlite';
  const sql = new Kysely<Tables>({ dialect: dialectOf(config, name), plugins: pluginsOf(name) });
  try {
    await migrateToLatest(sql.withoutPlugins(), store, name, MIGRATIONS[name]);
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
export function openAsItIs<Tables>(config: DatabaseConfig, name: DatabaseName): Database<Tables> | null {
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
  name: DatabaseName,
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

/**
 * A logical database that is there with its tables, for the thread that must not wait: it is only read, and each query is
 * bounded. SQLite is read in a thread of its own, PostgreSQL by its server.
 */
export function openReading<Tables>(config: DatabaseConfig, name: DatabaseName): Database<Tables> {
  return readOnly(readingOf<Tables>(config, name), config.databaseUrl ? 'postgres' : 'sqlite');
}

function readingOf<Tables>(config: DatabaseConfig, name: DatabaseName): Kysely<Tables> {
  const { databaseUrl } = config;
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl, name, { readOnlyMsMax: READ_MS_MAX })
    : readingDialect(sqliteFile(config, name));
  return new Kysely<Tables>({ dialect, plugins: pluginsOf(name) });
}

function readOnly<Tables>(sql: Kysely<Tables>, store: Store): Database<Tables> {
  return { sql, lists: sql, store, close: () => sql.destroy() };
}

function pluginsOf(name: DatabaseName): KyselyPlugin[] {
  return [new PaidQueries(), new CamelCasePlugin(), ...(name === 'exchange' ? [new IntegersAsNumbers()] : [])];
}

/** Where a logical database lies when it is a file. */
export function sqliteFile({ dataDir }: Pick<DatabaseConfig, 'dataDir'>, name: DatabaseName): string {
  return path.join(dataDir, `${name}.sqlite`);
}

function dialectOf(config: DatabaseConfig, name: DatabaseName): Dialect {
  if (config.databaseUrl) return postgresDialect(config.databaseUrl, name);
  // Read models can be made again from the journal, so losing the last moments of them to a power cut costs nothing;
  // they cannot tear, and the checkpoint goes back with them. A user who registered must stay registered.
  return sqliteDialect(sqliteFile(config, name), name === 'exchange' ? 'full' : 'normal');
}
