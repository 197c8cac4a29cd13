/** The keeper of closed segments as the main thread sees it. */
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../worker-file';
import { nodeFiles } from '../files';
import type { KeeperThreadData } from './keeper.worker';
import { segmentsOf } from './segment';
import type { SegmentFinding } from './segment-keeper';

/** How often it is looked whether there is something to keep, as long as there is not. */
const LOOK_MS = 30_000;

export interface Keeper {
  close(): Promise<void>;
}

/**
 * Looks after the journal in `dir`, in a thread that begins when there is a closed segment; `onFinding` hears of each segment
 * once.
 */
export function startKeeper(
  data: KeeperThreadData,
  onFinding: (finding: SegmentFinding) => void,
  onError: (error: Error) => void,
  lookMs = LOOK_MS,
): Keeper {
  let worker: Worker | null = null;
  const looking = setInterval(look, lookMs).unref();
  look();

  function look(): void {
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

/** What cannot be listed is for the thread to stumble over. */
function hasClosed(place: KeeperThreadData): boolean {
  try {
    return segmentsOf(nodeFiles, place).length > 1;
  } catch {
    return true;
  }
}
