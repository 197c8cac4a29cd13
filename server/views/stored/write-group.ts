/** Writes a group of batches into every table, and moves the checkpoint, in one transaction: all of it or nothing. */
import type { StoredBatch } from '../../journal/port';
import { moveCheckpoint, type Checkpoint } from './checkpoint';
import { createRows, eachEvent } from './projection';
import { ProjectionError } from './projection-error';
import { PROJECTIONS } from './projections';
import type { ViewsDatabase } from './views-database';

/**
 * `group` follows `from` without a gap. Returns the new checkpoint. After an error nobody knows whether the transaction
 * was committed: read the checkpoint.
 */
export async function writeGroup(
  views: ViewsDatabase,
  from: Checkpoint,
  group: readonly StoredBatch[],
): Promise<Checkpoint> {
  const last = group.at(-1);
  if (!last) return from;
  if (group[0]?.batch.first !== from.position + 1) {
    throw new ProjectionError(
      `the journal delivers position ${group[0]?.batch.first}, the read models are at ${from.position}`,
    );
  }
  const rows = createRows();
  for (const stored of group) {
    for (const { reads } of PROJECTIONS) eachEvent(reads, stored, rows);
  }
  const to: Checkpoint = { position: last.position, hash: last.hash };
  await views.sql
    .withoutPlugins()
    .transaction()
    .execute(async (transaction) => {
      for (const set of Object.values(rows)) await set.load(transaction);
      for (const stored of group) {
        for (const { writes } of PROJECTIONS) eachEvent(writes, stored, rows);
      }
      for (const set of Object.values(rows)) await set.write(transaction);
      await moveCheckpoint(transaction, from, to);
    });
  return to;
}
