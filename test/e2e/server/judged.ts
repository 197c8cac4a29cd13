/** Judgements shared by the fault suites: the outcome of a command, and agreement of memory, journal and invariants. */
import { isRejection } from '../../../server/core/rejection';
import type { Engine } from '../../../server/engine/engine';
import type { Accepted, Outcome } from '../../../server/engine/port';
import { recover } from '../../../server/engine/recovery';
import { stateHash } from '../../../server/engine/state-hash';
import type { Journal, StoredBatch } from '../../../server/journal/port';
import { Refusal } from '../../../server/platform/errors/refusal';
import { Auditor } from '../../simulation/audits/invariants';

export async function accepted(outcome: Promise<Outcome> | Outcome): Promise<Accepted> {
  const known = await outcome;
  if (isRejection(known)) throw new Error(`refused: ${known.rejected}`);
  return known;
}

/** The code of the refusal, or the unexpected result. */
export async function unavailable(outcome: Promise<Outcome>): Promise<unknown> {
  return outcome.catch((error: Error) => (error instanceof Refusal ? error.code : error));
}

async function stored(journal: Journal): Promise<StoredBatch[]> {
  const batches: StoredBatch[] = [];
  for await (const batch of journal.read(0)) batches.push(batch);
  return batches;
}

/** Checks every invariant, and that the engine's memory equals a replay of the journal. */
export async function audit({ journal, engine }: { journal: Journal; engine: Engine }): Promise<StoredBatch[]> {
  const batches = await stored(journal);
  const auditor = new Auditor();
  for (const { batch } of batches) auditor.follow(batch);
  auditor.compare(engine.state());
  expect(stateHash((await recover(journal, null)).state)).toBe(stateHash(engine.state()));
  return batches;
}
