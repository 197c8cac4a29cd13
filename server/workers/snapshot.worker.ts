/** Thread of the snapshots: a journal reader and a state of its own. */
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { followForSnapshots } from '../engine/snapshot-follower';
import { openFollowerOf, type FollowerSource } from '../journal/source';
import { giveWay } from '../journal/give-way';

export interface SnapshotWorkerData {
  source: FollowerSource;
  directory: string;
  everyEvents: number;
}

export interface ToSnapshotWorker {
  is: 'close';
  /** Where the journal ends, for the last snapshot: a reader of EventStoreDB would have to ask. */
  position: number;
  /** How long to read on to there: where the store is slow or gone, a snapshot of what has been read is the next best. */
  reachMsMax: number;
}

export type FromSnapshotWorker =
  { is: 'following'; position: number } | { is: 'snapshot'; position: number; seconds: number };

/** Ends orderly when it is told to; whatever fails on the way ends the thread with that error. */
async function run(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  const { source, directory, everyEvents } = workerData as SnapshotWorkerData;
  const say = (message: FromSnapshotWorker): void => port.postMessage(message);
  // Listening from the first moment to the last: nothing else keeps a thread alive that waits for its journal.
  const toldToClose = new Promise<ToSnapshotWorker>((resolve) => port.on('message', resolve));
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  // It is awaited further down; until then it is not unheard.
  failed.catch(() => undefined);

  const reader = await openFollowerOf(source);
  // Not before: what it needs is loaded by now, and the main thread waits for that.
  giveWay();
  const follower = await followForSnapshots({
    journal: {
      head: () => ({ position: reader.position(), hash: '' }),
      read: reader.read,
      subscribe: reader.subscribe,
    },
    directory,
    everyEvents,
    onSnapshot: (position, seconds) => say({ is: 'snapshot', position, seconds }),
    onError: fail,
  });
  say({ is: 'following', position: reader.position() });
  const { position, reachMsMax } = await Promise.race([toldToClose, failed]);
  await Promise.race([follower.reach(position), failed, delay(reachMsMax, undefined, { ref: false })]);
  await follower.close();
  await reader.close();
  port.close();
}

void run();
