/** SQLite first writes to a write-ahead log beside the file, which keeps deleted data until it is overwritten. */
import { sql } from 'kysely';
import type { Database } from '../database';
import { BUSY_TIMEOUT_MS } from './sqlite-file';

/**
 * Checkpoints the log into the file and truncates it. Returns false, without waiting, while a reader uses the log.
 * Holds the connection, because another statement meanwhile would not wait for locks either.
 */
export async function truncateWal<Tables>({ store, sql: database }: Database<Tables>): Promise<boolean> {
  if (store !== 'sqlite') return true;
  return database.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection);
      return rows.every(({ busy }) => Number(busy) === 0);
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(connection);
    }
  });
}
