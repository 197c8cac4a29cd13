/** From disk to memory: the newest snapshot that the journal confirms, then every batch behind it. */
import { type Core } from '../core/core';
import { EXCHANGE_CORE } from '../products/core';
import type { CoreState } from '../core/state';
import type { Journal, StoredBatch } from '../journal/port';
import { readSnapshot, snapshotNames } from './snapshot-files';

/** What wants to see the same recovery: live views start from the same state and fold the same tail. */
export interface RecoveryFollower {
  /** The state the tail starts from; read it now, it changes afterwards. */
  seed(state: CoreState): void | Promise<void>;
  fold(batches: readonly StoredBatch[]): void;
}

type Readable = Pick<Journal, 'head' | 'read' | 'readPieces'>;

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
 * @param opening the journal, or the promise of it: a snapshot is read while another thread still checks the journal
 * @param directory where snapshots are, null for a recovery from the first batch
 * @throws when the journal contradicts itself: a start must not go on then
 */
export async function recover(
  opening: Readable | Promise<Readable>,
  directory: string | null,
  follower?: RecoveryFollower,
  core: Core = EXCHANGE_CORE,
): Promise<Recovered> {
  const found = directory === null ? null : await confirmedSnapshot(opening, directory, core);
  const journal = await opening;
  const state = found?.state ?? core.createState();
  const snapshot = state.position;
  await follower?.seed(state);
  let tail = 0;
  let hash: string | null = null;
  let pending: StoredBatch[] = [];
  for await (const piece of found?.behind ?? piecesOf(journal, 0)) {
    for (const stored of piece) {
      core.evolve(state, stored.batch);
      tail++;
      hash = stored.hash;
      if (!follower) continue;
      pending.push(stored);
      if (pending.length < FOLD_MAX) continue;
      follower.fold(pending);
      pending = [];
    }
  }
  if (follower && pending.length > 0) follower.fold(pending);
  return { state, snapshot, tail, hash };
}

type Pieces = AsyncIterable<readonly StoredBatch[]>;

function piecesOf(journal: Readable, from: number): Pieces {
  return journal.readPieces?.(from) ?? oneByOne(journal.read(from));
}

async function* oneByOne(batches: AsyncIterable<StoredBatch>): AsyncGenerator<readonly StoredBatch[]> {
  for await (const stored of batches) yield [stored];
}

interface ConfirmedSnapshot {
  state: CoreState;
  /** The batches behind it: the reading that confirmed it goes on, since finding a place in the journal takes its time. */
  behind: Pieces;
}

/** A snapshot counts only when the journal has the batch it follows, with that hash. */
async function confirmedSnapshot(
  opening: Readable | Promise<Readable>,
  directory: string,
  core: Core,
): Promise<ConfirmedSnapshot | null> {
  // Should it fail before it is awaited below, that is heard there.
  Promise.resolve(opening).catch(() => undefined);
  for (const name of snapshotNames(directory)) {
    // Reading keeps this thread from everything else: the opening of the journal gets under way first.
    await new Promise((resolve) => setImmediate(resolve));
    const snapshot = readSnapshot(directory, name, core);
    const journal = await opening;
    if (!snapshot || snapshot.position > journal.head().position) continue;
    const reading = piecesOf(journal, snapshot.position)[Symbol.asyncIterator]();
    const piece = await reading.next();
    const [first, ...rest] = piece.done === true ? [] : piece.value;
    if (first?.position === snapshot.position && first.hash === snapshot.batchHash) {
      return { state: snapshot.state, behind: followedBy(rest, reading) };
    }
    await reading.return?.();
  }
  return null;
}

async function* followedBy(
  first: readonly StoredBatch[],
  reading: AsyncIterator<readonly StoredBatch[]>,
): AsyncGenerator<readonly StoredBatch[]> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => reading };
}
