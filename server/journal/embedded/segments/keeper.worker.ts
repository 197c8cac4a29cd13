/** Low-priority thread that seals and checks closed segments; nothing waits for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../thread-priority';
import { nodeFiles } from '../files';
import type { JournalPlace } from './segment';
import { SegmentKeeper, type SegmentFinding } from './segment-keeper';

export interface KeeperThreadData extends JournalPlace {
  core: string;
}

/** Interval between checks for newly closed segments. */
const LOOK_MS = 30_000;
/** Pauses this many times as long as a step took, so that it neither fills a core nor the disk. */
const REST_PER_WORK = 3;

function run(): void {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  lowerPriority();
  const { core, ...place } = workerData as KeeperThreadData;
  const keeper = new SegmentKeeper(nodeFiles, place, core);

  function step(work: Iterator<SegmentFinding, void>): void {
    const startedAt = performance.now();
    const next = work.next();
    if (next.done) {
      setTimeout(() => step(keeper.work()), LOOK_MS);
      return;
    }
    port?.postMessage(next.value);
    // An operator must handle the damage; another pass would only report it again.
    if (next.value.is === 'damaged') return;
    setTimeout(() => step(work), (performance.now() - startedAt) * REST_PER_WORK);
  }

  step(keeper.work());
}

run();
