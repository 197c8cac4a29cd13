/** The thread that looks after closed segments, at its leisure: nothing waits for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../give-way';
import { nodeFiles } from '../files';
import type { JournalPlace } from './segment';
import { SegmentKeeper, type SegmentFinding } from './segment-keeper';

export interface KeeperThreadData extends JournalPlace {
  core: string;
}

/** How often it looks for a segment that was closed meanwhile. */
const LOOK_MS = 30_000;
/** It rests this many times as long as a step took, so that neither a core nor the disk is taken up by it. */
const REST_PER_WORK = 3;

function run(): void {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  giveWay();
  const { core, ...place } = workerData as KeeperThreadData;
  const keeper = new SegmentKeeper(nodeFiles, place, core);

  function step(work: Iterator<SegmentFinding, void>): void {
    const started = performance.now();
    const next = work.next();
    if (next.done) {
      setTimeout(() => step(keeper.work()), LOOK_MS);
      return;
    }
    port?.postMessage(next.value);
    // It is for people to look at now; going on would say the same again and again.
    if (next.value.is === 'damaged') return;
    setTimeout(() => step(work), (performance.now() - started) * REST_PER_WORK);
  }

  step(keeper.work());
}

run();
