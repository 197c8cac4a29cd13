/** Thread that writes the records folded by the projector thread. */
import { workerData } from 'node:worker_threads';
import { lowerPriority } from '../../../journal/thread-priority';
import { runThread, type ThreadData } from './projector-thread';
import { openModel } from '../views-database';
import { writeRecordsBatches } from './write-records-batches';

void runThread(async ({ send, say, failed }) => {
  const { config, port } = workerData as ThreadData;
  const records = await openModel(config, 'records');
  lowerPriority();
  const writing = writeRecordsBatches(records, port, {
    written: (position) => send({ is: 'written', model: 'records', position, journalEnd: position }),
    failed,
    say,
  });
  return async () => {
    await writing.stop();
    port.close();
    await records.close();
  };
});
