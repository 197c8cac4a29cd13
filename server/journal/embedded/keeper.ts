/** The keeper of closed segments as the main thread sees it. */
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../worker-file';
import type { KeeperThreadData } from './keeper.worker';
import type { SegmentFinding } from './segment-keeper';

export interface Keeper {
  close(): Promise<void>;
}

/** Starts looking after the journal in `dir`; `onFinding` hears of each segment once. */
export function startKeeper(
  data: KeeperThreadData,
  onFinding: (finding: SegmentFinding) => void,
  onError: (error: Error) => void,
): Keeper {
  const worker = new Worker(workerFile(path.join(__dirname, 'keeper.worker')), { workerData: data });
  worker.unref();
  worker.on('message', onFinding);
  worker.on('error', onError);
  return { close: async () => void (await worker.terminate()) };
}
