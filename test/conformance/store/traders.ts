/** Traders of the read-model histories, and how these are written. */
import type { StoredBatch } from '../../../server/journal/port';
import { readCheckpoint } from '../../../server/views/stored/projecting/checkpoint';
import { TABLES_OF } from '../../../server/views/stored/all-tables';
import type { ReadModels } from '../../../server/views/stored/views-database';
import { createRows } from '../../../server/views/stored/projecting/create-rows';
import { writeGroup } from '../../../server/views/stored/projecting/write-group';
import { SampleHistory } from '../../tools/samples/sample-history';

export const [ALICE, BOB, CAROL] = [10_000_001, 10_000_002, 10_000_003];
export const AMOUNT_MAX = 2n ** 63n - 1n;
export const FIRST_PAGE = { pageIndex: 1, pageSize: 200 };

/** Alice and Bob with large balances of both assets. */
export function traders(): SampleHistory {
  const history = new SampleHistory().listed();
  for (const user of [ALICE, BOB]) history.recharged(user, 'USDT', 10n ** 15n).recharged(user, 'BTC', 10n ** 15n);
  return history;
}

/** Writes everything after the checkpoint in groups of `size` batches; `rows` is the cache of earlier groups. */
export async function project(
  views: ReadModels,
  stored: readonly StoredBatch[],
  size = Infinity,
  rows = createRows(views.name),
): Promise<void> {
  let checkpoint = await readCheckpoint(views);
  const step = Math.min(size, stored.length);
  for (let start = 0; start < stored.length; start += step) {
    checkpoint = await writeGroup(views, checkpoint, stored.slice(start, start + step), rows);
  }
}

/** Every row of every table, as text. */
export async function dump({ sql, name }: ReadModels): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES_OF[name]) {
    const rows = await sql.selectFrom(table).selectAll().execute();
    tables[table] = rows
      .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
      .sort();
  }
  return tables;
}
