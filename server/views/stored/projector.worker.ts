/** A projector's thread: it waits for disks and databases so that the thread that decides never does. */
import { parentPort, workerData } from 'node:worker_threads';
import { openFollowerOf } from '../../journal/source';
import { giveWay } from '../../journal/give-way';
import { agreeWithJournal, followJournal, type Following, type FollowEvents } from './follow';
import { followHanded } from './follow-handed';
import { Giver, openWay, type GiverWay, type TakerWay } from './hand-over';
import type { FromProjector, ThreadData } from './thread-messages';
import { openModel } from './views-database';

/** Ends orderly when it is told to; whatever fails on the way ends the thread with that error. */
async function run(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  const { model, config, source, way: name } = workerData as ThreadData;
  const tell = (message: FromProjector) => port.postMessage(message);
  const say = (line: string) => tell({ is: 'said', line });
  // The main thread has one thing to say. Listening from the first moment to the last: nothing else keeps a thread alive
  // that waits for its journal.
  const toldToStop = new Promise((resolve) => port.on('message', resolve));

  const views = await openModel(config, model);
  const journal = await openFollowerOf(source);
  // Not before: what it needs is loaded by now, and the main thread waits for that.
  giveWay();
  const from = await agreeWithJournal(views, journal, say);
  tell({ is: 'started', position: from.position });
  const events: FollowEvents = {
    written: (position, seen) => tell({ is: 'written', position, seen }),
    failed: (error) => tell({ is: 'failed', message: error.stack ?? error.message }),
    say,
  };
  const { following, way } = model === 'views' ? giving() : taking();
  await toldToStop;
  await following.stop();
  way.close();
  await journal.close();
  await views.close();
  tell({ is: 'closed' });
  port.close();

  function giving(): { following: Following; way: GiverWay } {
    const way: GiverWay = openWay(name);
    return { following: followJournal(views, journal, from, events, { giver: new Giver(way) }), way };
  }

  function taking(): { following: Following; way: TakerWay } {
    const way: TakerWay = openWay(name);
    return { following: followHanded(views, journal, from, events, way), way };
  }
}

void run();
