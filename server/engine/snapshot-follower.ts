/**
 * Folds the journal a second time, off the hot path, and writes snapshots from that state: a snapshot thereby proves
 * that the journal alone leads to it.
 */
import { evolve } from '../products/core';
import type { CoreState } from '../core/state';
import type { Journal, StoredBatch } from '../journal/port';
import { recover } from './recovery';
import { removeUnfinished, writeSnapshot } from './snapshot-files';

export interface SnapshotFollowerOptions {
  journal: Pick<Journal, 'head' | 'read' | 'subscribe'>;
  directory: string;
  /** Events between two snapshots. */
  everyEvents: number;
  onSnapshot?: (position: number, seconds: number) => void;
  onError: (error: Error) => void;
}

export interface SnapshotFollower {
  /** Resolves when everything up to `position` is folded. */
  waitFor(position: number): Promise<void>;
  /** Writes a snapshot of the folded state, unless one exists, and ends. */
  close(): Promise<void>;
}

export async function startSnapshotFollower(options: SnapshotFollowerOptions): Promise<SnapshotFollower> {
  const { journal, directory, everyEvents } = options;
  removeUnfinished(directory);
  const recovered = await recover(journal, directory);
  const state: CoreState = recovered.state;
  let snapshotPosition = recovered.snapshot;
  let hash = recovered.hash;
  let onFolded: () => void = () => undefined;

  function fold(batches: readonly StoredBatch[]): void {
    for (const stored of batches) {
      // A partly folded batch has no hash, and so no snapshot.
      hash = null;
      evolve(state, stored.batch);
      hash = stored.hash;
    }
    onFolded();
    writeIfDue();
  }

  function writeIfDue(): void {
    if (state.position - snapshotPosition >= everyEvents) write();
  }

  function write(): void {
    if (hash === null || state.position === snapshotPosition) return;
    const writtenSnapshot = writeTimedSnapshot(directory, state, hash);
    snapshotPosition = writtenSnapshot.position;
    options.onSnapshot?.(writtenSnapshot.position, writtenSnapshot.seconds);
  }

  // A process that repeatedly dies early must not lengthen the next start each time.
  writeIfDue();
  const subscription = journal.subscribe(state.position, fold, options.onError);
  return {
    waitFor: (position) =>
      new Promise((resolve) => {
        onFolded = () => {
          if (state.position >= position) resolve();
        };
        onFolded();
      }),
    async close(): Promise<void> {
      await subscription.close();
      write();
    },
  };
}

export interface MadeSnapshot {
  position: number;
  seconds: number;
}

/** Writes a snapshot of the journal's end, folded from the last one, unless it exists already. */
export async function snapshotAtHead(
  journal: Pick<Journal, 'head' | 'read' | 'readChunks'>,
  directory: string,
): Promise<MadeSnapshot | null> {
  removeUnfinished(directory);
  const { state, hash } = await recover(journal, directory);
  return hash === null ? null : writeTimedSnapshot(directory, state, hash);
}

function writeTimedSnapshot(directory: string, state: CoreState, hash: string): MadeSnapshot {
  const startedAt = performance.now();
  writeSnapshot(directory, state, hash);
  return { position: state.position, seconds: (performance.now() - startedAt) / 1000 };
}
