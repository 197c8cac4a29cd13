/** The thread that reads SQLite, so that long lists do not block order matching. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../../journal/thread-priority';
import type { ReadAnswer, ReadRequest, ReaderData } from './reading-messages';
import { openForReading } from './sqlite-file';

function run(): void {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  const { file } = workerData as ReaderData;
  const database = openForReading(file);
  // Only now, because a start waits for the first answer.
  lowerPriority();

  function answerTo({ sql, parameters }: ReadRequest): ReadAnswer {
    try {
      return { is: 'rows', rows: database.prepare(sql).all(parameters) };
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      return { is: 'failed', message, code };
    }
  }

  port.on('message', (request: ReadRequest | null) => {
    if (request) return port.postMessage(answerTo(request));
    database.close();
    port.close();
  });
}

run();
