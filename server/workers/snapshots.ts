/** The snapshot thread as the main thread sees it. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../journal/worker-file';
import type { SnapshotWorkerData, SnapshotWorkerMessage } from './snapshot.worker';

export interface SnapshotThread {
  /** Writes a last snapshot and ends; gives up waiting after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

export function startSnapshots(
  data: SnapshotWorkerData,
  onNotice: (message: string, facts: Record<string, unknown>) => void,
): SnapshotThread {
  const worker = new Worker(workerFile(join(__dirname, 'snapshot.worker')), { workerData: data });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('message', (message: SnapshotWorkerMessage) => {
    if (message.is === 'snapshot') onNotice('snapshot', { position: message.position, seconds: message.seconds });
    if (message.is === 'failed') onNotice('snapshots ended', { error: message.message });
  });
  // Without snapshots a start takes longer; that is no reason to stop trading.
  worker.on('error', (error) => onNotice('snapshots ended', { error: error.message }));
  return {
    async close(timeoutMs: number): Promise<void> {
      worker.postMessage('close');
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
      await Promise.race([ended, late]);
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}
