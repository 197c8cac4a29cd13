/** Thread of the snapshots: a journal reader and a state of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { followForSnapshots } from '../engine/snapshot-follower';
import { openFollowerOf, type FollowerSource } from '../journal/source';
import { giveWay } from '../journal/give-way';

export interface SnapshotWorkerData {
  source: FollowerSource;
  directory: string;
  everyEvents: number;
}

export type SnapshotWorkerMessage =
  { is: 'snapshot'; position: number; seconds: number } | { is: 'failed'; message: string } | { is: 'closed' };

async function run(): Promise<void> {
  giveWay();
  const { source, directory, everyEvents } = workerData as SnapshotWorkerData;
  const say = (message: SnapshotWorkerMessage): void => parentPort?.postMessage(message);
  const reader = await openFollowerOf(source);
  const follower = await followForSnapshots({
    journal: {
      head: () => ({ position: reader.position(), hash: '' }),
      read: reader.read,
      subscribe: reader.subscribe,
    },
    directory,
    everyEvents,
    onSnapshot: (position, seconds) => say({ is: 'snapshot', position, seconds }),
    onError: (error) => say({ is: 'failed', message: error.message }),
  });
  parentPort?.once('message', () => {
    void follower
      .close()
      .then(() => reader.close())
      .then(() => {
        say({ is: 'closed' });
        parentPort?.close();
      });
  });
}

void run();
