/** Checkpoint: how far the read models of a database are written. */
import { CompiledQuery, type Kysely } from 'kysely';
import { ProjectionError } from './projection-error';
import { TABLES, TABLES_OF } from '../all-tables';
import type { ReadModels } from '../views-database';

export interface Checkpoint {
  /** Position of the last written batch, −1 for none. */
  position: number;
  /** Its hash; empty for none. */
  hash: string;
}

export const NOTHING_WRITTEN: Checkpoint = { position: -1, hash: '' };

/** The checkpoint is not at this projector's last position: another process writes the same tables. */
export class CheckpointMovedError extends ProjectionError {}

export async function readCheckpoint({ sql }: ReadModels): Promise<Checkpoint> {
  const query = sql.selectFrom('checkpoint').select(['position', 'hash']).where('id', '=', 1);
  return (await query.executeTakeFirst()) ?? NOTHING_WRITTEN;
}

/** Moves the checkpoint in the transaction of the rows, only if it is still at the position they were computed from. */
export async function moveCheckpoint(
  // Table types describe fields; this is SQL with columns.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  transaction: Pick<Kysely<any>, 'executeQuery'>,
  from: Checkpoint,
  to: Checkpoint,
): Promise<void> {
  const query = CompiledQuery.raw(
    'update checkpoint set position = $1, hash = $2 where id = 1 and position = $3 and hash = $4',
    [to.position, to.hash, from.position, from.hash],
  );
  const { numAffectedRows } = await transaction.executeQuery(query);
  if (numAffectedRows !== 1n) throw new CheckpointMovedError(`the checkpoint is no longer at ${from.position}`);
}

/** Empties every table of one database in one transaction; the next group starts from the first event. */
export async function clearViews({ sql, store, name: model }: ReadModels): Promise<void> {
  const names = TABLES_OF[model].map((table) => TABLES[table].name).filter((name) => name !== 'checkpoint');
  await sql
    .withoutPlugins()
    .transaction()
    .execute(async (transaction) => {
      const run = (statement: string) => transaction.executeQuery(CompiledQuery.raw(statement));
      await run(`update checkpoint set position = -1, hash = ''`);
      if (store === 'postgres') await run(`truncate ${names.join(', ')}`);
      // Without a condition SQLite frees whole trees instead of visiting rows.
      else for (const name of names) await run(`delete from ${name}`);
    });
}
