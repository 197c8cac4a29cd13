/** The projector's thread: it waits for disks and databases so that the thread that decides never does. */
import { parentPort, workerData } from 'node:worker_threads';
import { openFollowerOf } from '../../journal/source';
import { giveWay } from '../../journal/give-way';
import { agreeWithJournal, followJournal } from './follow';
import type { FromProjector, ThreadData } from './thread-messages';
import { openViews } from './views-database';

async function run(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  giveWay();
  const { config, source } = workerData as ThreadData;
  const tell = (message: FromProjector) => port.postMessage(message);
  const say = (line: string) => tell({ is: 'said', line });

  const views = await openViews(config);
  const journal = await openFollowerOf(source);
  const from = await agreeWithJournal(views, journal, say);
  tell({ is: 'started', position: from.position });
  const following = followJournal(views, journal, from, {
    written: (position, seen) => tell({ is: 'written', position, seen }),
    failed: (error) => tell({ is: 'failed', message: error.stack ?? error.message }),
    say,
  });
  // The main thread has one thing to say.
  port.once('message', () => {
    void following
      .stop()
      .then(() => journal.close())
      .then(() => views.close())
      .finally(() => port.close());
  });
}

void run();
