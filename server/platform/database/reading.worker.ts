/** The thread that reads SQLite: a list of a busy user takes its time here and not where orders are matched. */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../journal/give-way';
import type { Answered, Asked, ReaderData } from './reading-messages';
import { openForReading } from './sqlite-file';

function run(): void {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  const { file } = workerData as ReaderData;
  const database = openForReading(file);
  // Not before: a start waits for its first answer.
  giveWay();

  function answerTo({ sql, parameters }: Asked): Answered {
    try {
      return { is: 'rows', rows: database.prepare(sql).all(parameters) };
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      return { is: 'failed', message, code };
    }
  }

  port.on('message', (asked: Asked | null) => {
    if (asked) return port.postMessage(answerTo(asked));
    database.close();
    port.close();
  });
}

run();
