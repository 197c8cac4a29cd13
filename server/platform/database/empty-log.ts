/** SQLite writes to a log beside the file first, in which what has been deleted meanwhile stands until it is written over. */
import { sql } from 'kysely';
import type { Database } from './database';
import { BUSY_TIMEOUT_MS } from './sqlite-file';

/**
 * Moves the log to the file and cuts it. False while somebody reads what stands in it: nobody is waited for. No other statement comes
 * in between: it would not wait either.
 */
export async function emptyLog<Tables>({ store, sql: own }: Database<Tables>): Promise<boolean> {
  if (store !== 'sqlite') return true;
  return own.connection().execute(async (held) => {
    await sql`pragma busy_timeout = 0`.execute(held);
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(held);
      return rows.every(({ busy }) => Number(busy) === 0);
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(held);
    }
  });
}
