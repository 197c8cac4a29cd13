/** Folds a stored journal through the core: returns the server's state there, and its hash. */
import { EXCHANGE_CORE } from '../products/core';
import type { CoreState } from '../core/state';
import { stateHash } from '../engine/state-hash';
import { readStoredBatch } from '../journal/upcast';
import { chunksOf, type VerifyingJournal, type AuditedJournal, type OnProgress } from './source';
import type { Until } from './sums';

export interface Replayed {
  /** Position of the last batch folded, −1 for none. */
  position: number;
  /** Hash of that batch; '' for none. */
  hash: string;
  events: number;
  /** Hash of the canonical lines in the current form. */
  stateHash: string;
  state: CoreState;
}

/** @throws with the position of the batch that cannot be folded because it breaks a rule of the core */
export async function replayJournal(
  journal: Pick<AuditedJournal, 'opening'> &
    (Pick<AuditedJournal, 'readStored'> | Pick<VerifyingJournal, 'readChunks'>),
  until: Until,
  onProgress: OnProgress = () => undefined,
): Promise<Replayed> {
  if (journal.opening.position >= 0) throw new Error('it does not begin with the first event');
  const state = EXCHANGE_CORE.createState();
  let [position, hash] = [-1, ''];
  const chunks = 'readChunks' in journal ? journal.readChunks() : chunksOf(journal.readStored(0));
  reading: for await (const chunk of chunks) {
    for (const stored of chunk) {
      const batch = readStoredBatch(stored);
      if (until && ('position' in until ? stored.position > until.position : batch.at > until.time)) break reading;
      try {
        EXCHANGE_CORE.evolve(state, batch);
      } catch (error) {
        throw new Error(`the batch at position ${stored.position}: ${(error as Error).message}`, { cause: error });
      }
      position = stored.position;
      hash = stored.hash;
      onProgress(position);
    }
  }
  return { position, hash, events: position + 1, stateHash: stateHash(state), state };
}
