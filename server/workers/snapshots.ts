/** The snapshot thread as the main thread sees it: started, started again when it has failed, and closed. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../journal/worker-file';
import type { SnapshotHealth, SnapshotState } from '../platform/health/snapshot-health';
import type { FromSnapshotWorker, SnapshotWorkerData, ToSnapshotWorker } from './snapshot.worker';

/** Each attempt folds what came since the last snapshot: the pauses grow until that is seldom enough to go on for days. */
const RESTART_MS_FIRST = 500;
const RESTART_MS_MAX = 5 * 60_000;

export interface SnapshotObserver {
  /** A line for the log, with its facts. */
  notice(message: string, facts: Record<string, unknown>): void;
  /** The thread has ended with an error; it is started again. */
  failed(): void;
}

export interface SnapshotThread extends SnapshotHealth {
  /** Writes a last snapshot, of the journal's end at `position`, and ends; gives up waiting after `timeoutMs`. */
  close(position: number, timeoutMs: number): Promise<void>;
}

/** Without snapshots a start takes longer; that is no reason to stop trading, so a failure here reaches nobody else. */
export function startSnapshots(data: SnapshotWorkerData, observer: SnapshotObserver): SnapshotThread {
  const file = workerFile(join(__dirname, 'snapshot.worker'));
  let state: SnapshotState = 'ok';
  let restart: NodeJS.Timeout | null = null;
  let restartMs = RESTART_MS_FIRST;
  let closing = false;
  let thread = begin();

  function begin(): { worker: Worker; ended: Promise<void> } {
    const worker = new Worker(file, { workerData: data });
    let failure: Error | null = null;
    worker.on('message', hear);
    worker.on('error', (error: Error) => (failure = error));
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', (code) => {
        resolve();
        if (failure !== null || !closing) fail(failure ?? new Error(`the thread ended with ${code}`));
      });
    });
    return { worker, ended };
  }

  function hear(message: FromSnapshotWorker): void {
    const { is, ...facts } = message;
    if (is === 'following') state = 'ok';
    if (is === 'snapshot') restartMs = RESTART_MS_FIRST;
    observer.notice(is === 'snapshot' ? 'snapshot' : 'snapshots follow', facts);
  }

  function fail({ message: error }: Error): void {
    state = 'failing';
    observer.failed();
    if (closing) return observer.notice('snapshots failed', { error });
    observer.notice('snapshots failed', { error, retryMs: restartMs });
    restart = setTimeout(() => (thread = begin()), restartMs);
    restartMs = Math.min(restartMs * 2, RESTART_MS_MAX);
  }

  return {
    state: () => state,
    async close(position: number, timeoutMs: number): Promise<void> {
      closing = true;
      if (restart) clearTimeout(restart);
      const { worker, ended } = thread;
      // The other half is for writing it.
      worker.postMessage({ is: 'close', position, reachMsMax: timeoutMs / 2 } satisfies ToSnapshotWorker);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), timeoutMs)));
      const outcome = await Promise.race([ended, late]);
      clearTimeout(timer);
      if (outcome === 'late') observer.notice('last snapshot given up', { position, timeoutMs });
      await worker.terminate();
    },
  };
}
