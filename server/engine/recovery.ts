/** Recovery from disk: the newest snapshot that the journal confirms, then every later batch. */
import { type Core } from '../core/core';
import { EXCHANGE_CORE } from '../products/core';
import type { CoreState } from '../core/state';
import type { Journal, StoredBatch } from '../journal/port';
import { readSnapshot, snapshotNames } from './snapshot-files';

/** A follower of the recovery: live views start from the same state and fold the same tail. */
export interface RecoveryFollower {
  /** The state the tail starts from; read it now, it changes afterwards. */
  seed(state: CoreState): void | Promise<void>;
  fold(batches: readonly StoredBatch[]): void;
}

type Readable = Pick<Journal, 'head' | 'read' | 'readChunks'>;

export interface Recovered {
  state: CoreState;
  /** Position of the snapshot used, −1 for none. */
  snapshot: number;
  /** Batches folded after it. */
  tail: number;
  /** Hash of the last folded batch; null if there was none after the snapshot. */
  hash: string | null;
}

const FOLDED_AT_ONCE_MAX = 1_000;

/**
 * @param opening the journal or its promise: a snapshot is read while another thread still checks the journal
 * @param directory of the snapshots, null for a recovery from the first batch
 * @throws if the journal contradicts itself: the start must stop
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
  for await (const chunk of found?.laterBatches ?? chunksOf(journal, 0)) {
    for (const stored of chunk) {
      core.evolve(state, stored.batch);
      tail++;
      hash = stored.hash;
      if (!follower) continue;
      pending.push(stored);
      if (pending.length < FOLDED_AT_ONCE_MAX) continue;
      follower.fold(pending);
      pending = [];
    }
  }
  if (follower && pending.length > 0) follower.fold(pending);
  return { state, snapshot, tail, hash };
}

type Chunks = AsyncIterable<readonly StoredBatch[]>;

function chunksOf(journal: Readable, from: number): Chunks {
  return journal.readChunks?.(from) ?? singleBatches(journal.read(from));
}

async function* singleBatches(batches: AsyncIterable<StoredBatch>): AsyncGenerator<readonly StoredBatch[]> {
  for await (const stored of batches) yield [stored];
}

interface ConfirmedSnapshot {
  state: CoreState;
  /** The batches after it. The read that confirmed the snapshot continues, because seeking in the journal is slow. */
  laterBatches: Chunks;
}

/** A snapshot counts only if the journal contains its batch with the same hash. */
async function confirmedSnapshot(
  opening: Readable | Promise<Readable>,
  directory: string,
  core: Core,
): Promise<ConfirmedSnapshot | null> {
  // A failure before the await below is handled there; this prevents an unhandled rejection.
  Promise.resolve(opening).catch(() => undefined);
  for (const name of snapshotNames(directory)) {
    // Reading blocks this thread, so the opening of the journal starts first.
    await new Promise((resolve) => setImmediate(resolve));
    const snapshot = readSnapshot(directory, name, core);
    const journal = await opening;
    if (!snapshot || snapshot.position > journal.head().position) continue;
    const reading = chunksOf(journal, snapshot.position)[Symbol.asyncIterator]();
    const chunk = await reading.next();
    const [first, ...rest] = chunk.done === true ? [] : chunk.value;
    if (first?.position === snapshot.position && first.hash === snapshot.batchHash) {
      return { state: snapshot.state, laterBatches: prepend(rest, reading) };
    }
    await reading.return?.();
  }
  return null;
}

async function* prepend(
  first: readonly StoredBatch[],
  reading: AsyncIterator<readonly StoredBatch[]>,
): AsyncGenerator<readonly StoredBatch[]> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => reading };
}
