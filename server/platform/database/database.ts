/**
 * The relational side: two logical databases through one query layer (Kysely), each on embedded SQLite by default and on
 * PostgreSQL when `databaseUrl` is given. On SQLite they are two files; on PostgreSQL two schemas of one database, found
 * by the connection's search path, so that the same unqualified SQL serves both.
 *
 * What a query may rely on in both stores:
 * - Integers are signed 64-bit (`INTEGER`, `bigint`) and exact. `views` hands them out as bigint, because they are money;
 *   `exchange` as number, because they are ids, times and counts, and throws on one beyond 2^53 instead of rounding it.
 *   A sum that could pass 2^63 − 1 is not an integer column: it is kept as decimal text and added up in code.
 * - Yes and no are 0 and 1, times are epoch milliseconds, there are no dates, booleans or floats.
 * - Columns are snake_case in SQL and camelCase in code.
 * - Text sorts by locale in PostgreSQL and by byte in SQLite: sort by numbers.
 */
import path from 'node:path';
import { CamelCasePlugin, Kysely, type Dialect } from 'kysely';
import { IntegersAsNumbers } from './integers';
import { migrateToLatest, type MigrationList } from './migrate';
import { exchangeMigrations } from './migrations/exchange';
import { viewsMigrations } from './migrations/views';
import { postgresDialect } from './postgres';
import { sqliteDialect } from './sqlite';
import type { DatabaseName, Store } from './store';

export interface DatabaseConfig {
  /** Where the SQLite files live: `views.sqlite` and `exchange.sqlite`. */
  dataDir: string;
  /** `postgres://…`; absent for SQLite. */
  databaseUrl?: string | undefined;
}

export interface Database<Tables> {
  sql: Kysely<Tables>;
  store: Store;
  close(): Promise<void>;
}

const MIGRATIONS: Record<DatabaseName, MigrationList> = { views: viewsMigrations, exchange: exchangeMigrations };

/** Opens a logical database and brings its tables up to date. Rejects when the store cannot be reached. */
export async function openDatabase<Tables>(config: DatabaseConfig, name: DatabaseName): Promise<Database<Tables>> {
  const store: Store = config.databaseUrl ? 'postgres' : 'sqlite';
  const plugins = [new CamelCasePlugin(), ...(name === 'exchange' ? [new IntegersAsNumbers()] : [])];
  const sql = new Kysely<Tables>({ dialect: dialectOf(config, name), plugins });
  try {
    await migrateToLatest(sql.withoutPlugins(), store, name, MIGRATIONS[name]);
  } catch (error) {
    await sql.destroy();
    throw error;
  }
  return { sql, store, close: () => sql.destroy() };
}

function dialectOf({ databaseUrl, dataDir }: DatabaseConfig, name: DatabaseName): Dialect {
  if (databaseUrl) return postgresDialect(databaseUrl, name);
  // Read models can be made again from the journal, so losing the last moments of them to a power cut costs nothing;
  // they cannot tear, and the checkpoint goes back with them. A user who registered must stay registered.
  return sqliteDialect(path.join(dataDir, `${name}.sqlite`), name === 'views' ? 'normal' : 'full');
}
