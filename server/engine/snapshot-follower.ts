/**
 * Folds the journal a second time, off the hot path, and writes a snapshot now and then: the engine's own state is never
 * read for it, so a snapshot is also proof that the journal alone leads there.
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
  /** Resolves when everything up to `position` has been folded. */
  reach(position: number): Promise<void>;
  /** Writes a snapshot of what has been folded, unless there is one already, and ends. */
  close(): Promise<void>;
}

export async function followForSnapshots(options: SnapshotFollowerOptions): Promise<SnapshotFollower> {
  const { journal, directory, everyEvents } = options;
  removeUnfinished(directory);
  const recovered = await recover(journal, directory);
  const state: CoreState = recovered.state;
  let written = recovered.snapshot;
  let hash = recovered.hash;
  let onFolded: () => void = () => undefined;

  function fold(batches: readonly StoredBatch[]): void {
    for (const stored of batches) {
      // Half a batch, should it break off, has no hash and thereby no snapshot.
      hash = null;
      evolve(state, stored.batch);
      hash = stored.hash;
    }
    onFolded();
    writeIfDue();
  }

  function writeIfDue(): void {
    if (state.position - written >= everyEvents) write();
  }

  function write(): void {
    if (hash === null || state.position === written) return;
    const made = timed(directory, state, hash);
    written = made.position;
    options.onSnapshot?.(made.position, made.seconds);
  }

  // A process that dies young, again and again, must not leave the next one an ever longer way.
  writeIfDue();
  const subscription = journal.subscribe(state.position, fold, options.onError);
  return {
    reach: (position) =>
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

/** Writes one of where the journal ends, folded for it from the last one on, unless there is one already. */
export async function snapshotOfEnd(
  journal: Pick<Journal, 'head' | 'read' | 'readPieces'>,
  directory: string,
): Promise<MadeSnapshot | null> {
  removeUnfinished(directory);
  const { state, hash } = await recover(journal, directory);
  return hash === null ? null : timed(directory, state, hash);
}

function timed(directory: string, state: CoreState, hash: string): MadeSnapshot {
  const started = performance.now();
  writeSnapshot(directory, state, hash);
  return { position: state.position, seconds: (performance.now() - started) / 1000 };
}
