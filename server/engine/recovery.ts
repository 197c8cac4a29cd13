/** From disk to memory: the newest snapshot that the journal confirms, then every batch behind it. */
import { evolve } from '../core/evolve';
import { createState, type CoreState } from '../core/state';
import type { Journal, StoredBatch } from '../journal/port';
import { readSnapshot, snapshotNames } from './snapshot-files';

/** What wants to see the same recovery: live views start from the same state and fold the same tail. */
export interface RecoveryFollower {
  /** The state the tail starts from; read it now, it changes afterwards. */
  seed(state: CoreState): void | Promise<void>;
  fold(batches: readonly StoredBatch[]): void;
}

type Readable = Pick<Journal, 'head' | 'read'>;

export interface Recovered {
  state: CoreState;
  /** Position of the snapshot used, −1 for none. */
  snapshot: number;
  /** Batches folded behind it. */
  tail: number;
  /** Hash of the last batch folded, null when there was none behind the snapshot. */
  hash: string | null;
}

const FOLD_MAX = 1_000;

/**
 * @param directory where snapshots are, null for a recovery from the first batch
 * @throws when the journal contradicts itself: a start must not go on then
 */
export async function recover(
  journal: Readable,
  directory: string | null,
  follower?: RecoveryFollower,
): Promise<Recovered> {
  const state = (directory === null ? null : await confirmedSnapshot(journal, directory)) ?? createState();
  const snapshot = state.position;
  await follower?.seed(state);
  let tail = 0;
  let hash: string | null = null;
  let pending: StoredBatch[] = [];
  for await (const stored of journal.read(state.position + 1)) {
    evolve(state, stored.batch);
    tail++;
    hash = stored.hash;
    if (!follower) continue;
    pending.push(stored);
    if (pending.length < FOLD_MAX) continue;
    follower.fold(pending);
    pending = [];
  }
  if (follower && pending.length > 0) follower.fold(pending);
  return { state, snapshot, tail, hash };
}

/** A snapshot counts only when the journal has the batch it follows, with that hash. */
async function confirmedSnapshot(journal: Readable, directory: string): Promise<CoreState | null> {
  for (const name of snapshotNames(directory)) {
    const snapshot = readSnapshot(directory, name);
    if (!snapshot || snapshot.position > journal.head().position) continue;
    for await (const stored of journal.read(snapshot.position)) {
      if (stored.position === snapshot.position && stored.hash === snapshot.batchHash) return snapshot.state;
      break;
    }
  }
  return null;
}
