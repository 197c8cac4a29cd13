/** The thread that folds the journal and writes the views. */
import { workerData } from 'node:worker_threads';
import { lowerPriority } from '../../../journal/thread-priority';
import { openJournalFollower } from '../../../journal/source';
import { resumeCheckpoint } from './follow';
import { followBoth } from './follow-models';
import { RecordsBatchQueue } from './records-batch';
import { runThread, type ThreadData } from './projector-thread';
import { openModel } from '../views-database';

void runThread(async ({ send, say, failed }) => {
  const { config, source, port } = workerData as ThreadData;
  const models = { views: await openModel(config, 'views'), records: await openModel(config, 'records') };
  const journal = await openJournalFollower(source);
  // Not before: the main thread waits until the modules are loaded.
  lowerPriority();
  const from = {
    views: await resumeCheckpoint(models.views, journal, say),
    records: await resumeCheckpoint(models.records, journal, say),
  };
  send({ is: 'started', positions: { views: from.views.position, records: from.records.position } });
  const following = followBoth(models, journal, from, new RecordsBatchQueue(port), {
    written: (model, position, journalEnd) => send({ is: 'written', model, position, journalEnd }),
    failed,
    say,
  });
  return async () => {
    await following.stop();
    port.close();
    await journal.close();
    await models.views.close();
    await models.records.close();
  };
});
