/** The main thread's handle of the keeper of closed segments. */
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../worker-file';
import { nodeFiles } from '../files';
import type { KeeperThreadData } from './keeper.worker';
import { segmentsOf } from './segment';
import type { SegmentFinding } from './segment-keeper';

/** Interval between checks for closed segments, while there are none. */
const CHECK_EVERY_MS = 30_000;

export interface Keeper {
  close(): Promise<void>;
}

/** Starts a thread for the journal in `dir` when there is a closed segment; calls `onFinding` once per segment. */
export function startKeeper(
  data: KeeperThreadData,
  onFinding: (finding: SegmentFinding) => void,
  onError: (error: Error) => void,
  lookMs = CHECK_EVERY_MS,
): Keeper {
  let worker: Worker | null = null;
  const looking = setInterval(startIfClosed, lookMs).unref();
  startIfClosed();

  function startIfClosed(): void {
    if (!hasClosed(data)) return;
    clearInterval(looking);
    worker = new Worker(workerFile(path.join(__dirname, 'keeper.worker')), { workerData: data });
    worker.unref();
    worker.on('message', onFinding);
    worker.on('error', onError);
  }

  return {
    close: async () => {
      clearInterval(looking);
      await worker?.terminate();
    },
  };
}

/** If the segments cannot be listed, return true: the thread then reports the error. */
function hasClosed(place: KeeperThreadData): boolean {
  try {
    return segmentsOf(nodeFiles, place).length > 1;
  } catch {
    return true;
  }
}
