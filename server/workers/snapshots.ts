/** The main thread's handle of the snapshot thread: starts it, restarts it after failures, and closes it. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { snapshotAtHead } from '../engine/snapshot-follower';
import type { Journal, StoredBatch } from '../journal/port';
import { workerFile } from '../journal/worker-file';
import type { SnapshotHealth, SnapshotState } from '../platform/health/snapshot-health';
import type { FromSnapshotWorker, SnapshotWorkerData, ToSnapshotWorker } from './snapshot.worker';

/** Each attempt folds all batches since the last snapshot, so the pauses grow until attempts are rare enough to continue for days. */
const RESTART_MS_FIRST = 500;
const RESTART_MS_MAX = 5 * 60_000;
/** A journal with at most this many events is folded at close in less time than a thread needs to start. */
const FEW_EVENTS = 2_000;

export interface SnapshotObserver {
  /** Writes a log line with its facts. */
  notice(message: string, details: Record<string, unknown>): void;
  /** The thread has ended with an error and is restarted. */
  failed(): void;
}

export interface SnapshotThread extends SnapshotHealth {
  /** Writes a last snapshot of the journal's end at `position` and ends; stops waiting after `timeoutMs`. */
  close(position: number, timeoutMs: number): Promise<void>;
}

/**
 * Without snapshots a start takes longer, but trading must not stop, so failures here affect nothing else. While the
 * journal is a `smallJournal`, there is no thread: the last snapshot is made here. Such a journal consists of files
 * that this process writes.
 */
export function startSnapshots(
  data: SnapshotWorkerData,
  observer: SnapshotObserver,
  smallJournal?: Pick<Journal, 'head' | 'read' | 'readChunks' | 'subscribe'>,
): SnapshotThread {
  const file = workerFile(join(__dirname, 'snapshot.worker'));
  let state: SnapshotState = 'ok';
  let restart: NodeJS.Timeout | null = null;
  let restartMs = RESTART_MS_FIRST;
  let closing = false;
  let thread: { worker: Worker; exited: Promise<void> } | null = null;
  const isSmall = (position: number): boolean => position < Math.min(FEW_EVENTS, data.everyEvents);
  const growing =
    smallJournal && isSmall(smallJournal.head().position)
      ? smallJournal.subscribe(smallJournal.head().position, grow, beginOnce)
      : null;
  if (!growing) begin();

  function grow(batches: readonly StoredBatch[]): void {
    if (!isSmall(batches[batches.length - 1].position)) beginOnce();
  }

  /** Also if the journal cannot be followed here: the thread has its own reader. */
  function beginOnce(): void {
    if (thread || closing) return;
    void growing?.close();
    begin();
  }

  function begin(): void {
    const worker = new Worker(file, { workerData: data });
    let failure: Error | null = null;
    worker.on('message', onMessage);
    worker.on('error', (error: Error) => (failure = error));
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', (code) => {
        resolve();
        if (failure !== null || !closing) fail(failure ?? new Error(`the thread ended with ${code}`));
      });
    });
    thread = { worker, exited };
  }

  function onMessage(message: FromSnapshotWorker): void {
    const { is, ...details } = message;
    if (is === 'following') state = 'ok';
    if (is === 'snapshot') restartMs = RESTART_MS_FIRST;
    observer.notice(is === 'snapshot' ? 'snapshot' : 'snapshots follow', details);
  }

  function fail({ message: error }: Error): void {
    state = 'failing';
    observer.failed();
    if (closing) return observer.notice('snapshots failed', { error });
    observer.notice('snapshots failed', { error, retryMs: restartMs });
    restart = setTimeout(begin, restartMs);
    restartMs = Math.min(restartMs * 2, RESTART_MS_MAX);
  }

  async function closeSmall(journal: Pick<Journal, 'head' | 'read' | 'readChunks'>): Promise<void> {
    try {
      const snapshot = await snapshotAtHead(journal, data.directory);
      if (snapshot) observer.notice('snapshot', { ...snapshot });
    } catch (error) {
      fail(error as Error);
    }
  }

  return {
    state: () => state,
    async close(position: number, timeoutMs: number): Promise<void> {
      closing = true;
      if (restart) clearTimeout(restart);
      await growing?.close();
      if (!thread) return smallJournal && closeSmall(smallJournal);
      const { worker, exited } = thread;
      // The other half is left for writing the snapshot.
      worker.postMessage({ is: 'close', position, reachMsMax: timeoutMs / 2 } satisfies ToSnapshotWorker);
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), timeoutMs)));
      const outcome = await Promise.race([exited, timeout]);
      clearTimeout(timer);
      if (outcome === 'late') observer.notice('last snapshot given up', { position, timeoutMs });
      await worker.terminate();
    },
  };
}
