/** The thread that writes the records which the projector's thread has folded. */
import { workerData } from 'node:worker_threads';
import { giveWay } from '../../../journal/give-way';
import { runThread, type ThreadData } from './projector-thread';
import { openModel } from '../views-database';
import { writePortions } from './write-portions';

void runThread(async ({ tell, say, failed }) => {
  const { config, port } = workerData as ThreadData;
  const records = await openModel(config, 'records');
  giveWay();
  const writing = writePortions(records, port, {
    written: (position) => tell({ is: 'written', model: 'records', position, seen: position }),
    failed,
    say,
  });
  return async () => {
    await writing.stop();
    port.close();
    await records.close();
  };
});
