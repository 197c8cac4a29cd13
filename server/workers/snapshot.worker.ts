/** Thread that writes snapshots, with its own journal reader and state. */
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { startSnapshotFollower } from '../engine/snapshot-follower';
import { openJournalFollower, type FollowerSource } from '../journal/source';
import { lowerPriority } from '../journal/thread-priority';

export interface SnapshotWorkerData {
  source: FollowerSource;
  directory: string;
  everyEvents: number;
}

export interface ToSnapshotWorker {
  is: 'close';
  /** Position at which the journal ends, for the last snapshot: a reader of EventStoreDB would have to query it. */
  position: number;
  /** Time limit for reading up to that position: if the store is slow or gone, the snapshot covers only the batches read. */
  reachMsMax: number;
}

export type FromSnapshotWorker =
  { is: 'following'; position: number } | { is: 'snapshot'; position: number; seconds: number };

/** Stops in order on request; any failure ends the thread with its error. */
async function run(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  const { source, directory, everyEvents } = workerData as SnapshotWorkerData;
  const send = (message: FromSnapshotWorker): void => port.postMessage(message);
  // Listens from beginning to end: nothing else keeps a thread alive that waits for its journal.
  const toldToClose = new Promise<ToSnapshotWorker>((resolve) => port.on('message', resolve));
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  // Awaited below; this prevents an unhandled rejection before.
  failed.catch(() => undefined);

  const reader = await openJournalFollower(source);
  // Lower the priority only now: the modules are loaded, and the main thread waits for that.
  lowerPriority();
  const follower = await startSnapshotFollower({
    journal: {
      head: () => ({ position: reader.position(), hash: '' }),
      read: reader.read,
      subscribe: reader.subscribe,
    },
    directory,
    everyEvents,
    onSnapshot: (position, seconds) => send({ is: 'snapshot', position, seconds }),
    onError: fail,
  });
  send({ is: 'following', position: reader.position() });
  const { position, reachMsMax } = await Promise.race([toldToClose, failed]);
  await Promise.race([follower.waitFor(position), failed, delay(reachMsMax, undefined, { ref: false })]);
  await follower.close();
  await reader.close();
  port.close();
}

void run();
