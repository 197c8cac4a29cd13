/** The snapshot thread as the main thread sees it. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../journal/worker-file';
import type { FromSnapshotWorker, SnapshotWorkerData, ToSnapshotWorker } from './snapshot.worker';

export interface SnapshotThread {
  /** Writes a last snapshot, of the journal's end at `position`, and ends; gives up waiting after `timeoutMs`. */
  close(position: number, timeoutMs: number): Promise<void>;
}

export function startSnapshots(
  data: SnapshotWorkerData,
  onNotice: (message: string, facts: Record<string, unknown>) => void,
): SnapshotThread {
  const worker = new Worker(workerFile(join(__dirname, 'snapshot.worker')), { workerData: data });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('message', (message: FromSnapshotWorker) => {
    if (message.is === 'following') onNotice('snapshots follow', { position: message.position });
    if (message.is === 'snapshot') onNotice('snapshot', { position: message.position, seconds: message.seconds });
  });
  // Without snapshots a start takes longer; that is no reason to stop trading.
  worker.on('error', (error) => onNotice('snapshots ended', { error: error.message }));
  return {
    async close(position: number, timeoutMs: number): Promise<void> {
      // The other half is for writing it.
      worker.postMessage({ is: 'close', position, reachMsMax: timeoutMs / 2 } satisfies ToSnapshotWorker);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
      await Promise.race([ended, late]);
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}
