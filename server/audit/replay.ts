/** Folds a stored journal through the core: the state that a server has there, and its hash. */
import { EXCHANGE_CORE } from '../products/core';
import type { CoreState } from '../core/state';
import { stateHash } from '../engine/state-hash';
import { readStoredBatch } from '../journal/upcast';
import { piecesOf, type AuditedAhead, type AuditedJournal, type HearPosition } from './source';
import type { Until } from './sums';

export interface Replayed {
  /** Of the last batch folded, −1 for none. */
  position: number;
  /** Of that batch; '' for none. */
  hash: string;
  events: number;
  /** The hash of the canonical lines in the current form. */
  stateHash: string;
  state: CoreState;
}

/** @throws with the position of the batch that cannot be folded: an entry or a fact in it breaks a rule of the core */
export async function replayJournal(
  journal: Pick<AuditedJournal, 'opening'> & (Pick<AuditedJournal, 'readStored'> | Pick<AuditedAhead, 'readPieces'>),
  until: Until,
  hear: HearPosition = () => undefined,
): Promise<Replayed> {
  if (journal.opening.position >= 0) throw new Error('it does not begin with the first event');
  const state = EXCHANGE_CORE.createState();
  let [position, hash] = [-1, ''];
  const pieces = 'readPieces' in journal ? journal.readPieces() : piecesOf(journal.readStored(0));
  reading: for await (const piece of pieces) {
    for (const stored of piece) {
      const batch = readStoredBatch(stored);
      if (until && ('position' in until ? stored.position > until.position : batch.at > until.time)) break reading;
      try {
        EXCHANGE_CORE.evolve(state, batch);
      } catch (error) {
        throw new Error(`the batch at position ${stored.position}: ${(error as Error).message}`, { cause: error });
      }
      position = stored.position;
      hash = stored.hash;
      hear(position);
    }
  }
  return { position, hash, events: position + 1, stateHash: stateHash(state), state };
}
