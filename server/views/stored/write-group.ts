/** Writes groups of batches into every table of a database, and moves the checkpoint, in one transaction each: all of it or nothing. */
import type { StoredBatch } from '../../journal/port';
import { moveCheckpoint, type Checkpoint } from './checkpoint';
import { createRows, eachEvent, forgetRows, type Rows } from './projection';
import { ProjectionError } from './projection-error';
import { STEPS } from './projections';
import type { ReadModels } from './views-database';

/**
 * `group` follows `from` without a gap. Returns the new checkpoint. After an error nobody knows whether the transaction
 * was committed: read the checkpoint. `rows` is for who writes one group after the other: it knows what they left, and as
 * long as the checkpoint is where they left it nobody else has written.
 */
export async function writeGroup(
  views: ReadModels,
  from: Checkpoint,
  group: readonly StoredBatch[],
  rows: Rows = createRows(views.name),
): Promise<Checkpoint> {
  try {
    const to = await write(views, from, group, rows);
    for (const set of Object.values(rows)) set.settle();
    return to;
  } catch (error) {
    forgetRows(rows);
    throw error;
  }
}

async function write(
  views: ReadModels,
  from: Checkpoint,
  group: readonly StoredBatch[],
  rows: Rows,
): Promise<Checkpoint> {
  const last = group.at(-1);
  if (!last) return from;
  if (group[0]?.batch.first !== from.position + 1) {
    throw new ProjectionError(
      `the journal delivers position ${group[0]?.batch.first}, the read models are at ${from.position}`,
    );
  }
  const { reads, writes } = STEPS[views.name];
  for (const stored of group) eachEvent(reads, stored, rows);
  const to: Checkpoint = { position: last.position, hash: last.hash };
  await views.sql
    .withoutPlugins()
    .transaction()
    .execute(async (transaction) => {
      for (const set of Object.values(rows)) await set.load(transaction);
      for (const stored of group) eachEvent(writes, stored, rows);
      for (const set of Object.values(rows)) await set.write(transaction);
      await moveCheckpoint(transaction, from, to);
    });
  return to;
}
