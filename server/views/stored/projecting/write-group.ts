/**
 * Writes groups of batches into all tables of a database and moves the checkpoint, atomically in one transaction each.
 */
import type { StoredBatch } from '../../../journal/port';
import { moveCheckpoint, type Checkpoint } from './checkpoint';
import { recordsBatchOf, type RecordsBatch } from './records-batch';
import { createRows } from './create-rows';
import { eachEvent, forgetRows, type Rows } from '../projection';
import { ProjectionError } from './projection-error';
import { STEPS } from '../projections';
import { packedSource } from '../rows/row-source';
import { writeRows } from '../rows/row-writer';
import { TABLES, TABLES_OF } from '../all-tables';
import type { ReadModels } from '../views-database';

/**
 * `group` follows `from` without a gap. Returns the new checkpoint. After an error it is unknown whether the transaction was committed:
 * read the checkpoint. `rows` is for callers that write groups in sequence: it caches rows, valid while the checkpoint is where the caller
 * left it. `folded` gets the records of the group before the commit.
 */
export function writeGroup(
  views: ReadModels,
  from: Checkpoint,
  group: readonly StoredBatch[],
  rows: Rows = createRows(views.name),
  folded?: (portion: RecordsBatch) => void,
): Promise<Checkpoint> {
  return commitRows(rows, async () => {
    const last = group.at(-1);
    if (!last) return from;
    if (group[0]?.batch.first !== from.position + 1) {
      throw new ProjectionError(
        `the journal delivers position ${group[0]?.batch.first}, the read models are at ${from.position}`,
      );
    }
    const to: Checkpoint = { position: last.position, hash: last.hash };
    const { reads, writes } = STEPS[views.name];
    for (const stored of group) eachEvent(reads, stored, rows);
    await inTransaction(views, async (transaction) => {
      for (const name of TABLES_OF[views.name]) await rows[name].load(transaction);
      for (const stored of group) eachEvent(writes, stored, rows);
      folded?.(recordsBatchOf(from, to, rows));
      for (const name of TABLES_OF[views.name]) await rows[name].write(transaction);
      await moveCheckpoint(transaction, from, to);
    });
    return to;
  });
}

/** Writes the records of a group that another thread folded. Cached rows of these tables in `writeGroup` become stale. */
export async function writeRecordsBatch(views: ReadModels, portion: RecordsBatch): Promise<Checkpoint> {
  const { from, to, balances, ledgerRecords } = portion;
  await inTransaction(views, async (transaction) => {
    await writeRows(transaction, TABLES.balances, packedSource(TABLES.balances, balances), 'upsert');
    await writeRows(transaction, TABLES.ledgerRecords, packedSource(TABLES.ledgerRecords, ledgerRecords), 'insert');
    await moveCheckpoint(transaction, from, to);
  });
  return to;
}

type Transaction = Parameters<typeof moveCheckpoint>[0];

/** Afterwards the cached rows equal the stored rows, or are empty. */
async function commitRows(rows: Rows, work: () => Promise<Checkpoint>): Promise<Checkpoint> {
  try {
    const to = await work();
    for (const set of Object.values(rows)) set.commit();
    return to;
  } catch (error) {
    forgetRows(rows);
    throw error;
  }
}

function inTransaction({ sql }: ReadModels, work: (transaction: Transaction) => Promise<void>): Promise<void> {
  return sql.withoutPlugins().transaction().execute(work);
}
