/**
 * The thread that splits bodies, seals, encodes the protocol and waits for answers, so that the deciding thread does
 * not.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { AppendError, JournalLimitError, type AppendFault, type JournalHead } from '../port';
import { openAppender } from './direct-journal';
import type { EventStoreJournalOptions } from './options';

export type ToAppender = { is: 'append'; expected: number; bodies: string[] } | { is: 'close' };

export type FromAppender =
  | { is: 'open'; head: JournalHead }
  | { is: 'waits'; for: string | null; retryMs: number }
  | { is: 'too_narrow'; limit: number; needed: number; message: string }
  | { is: 'failed'; message: string }
  | { is: 'stored'; head: JournalHead }
  | { is: 'not_stored'; fault: AppendFault; message: string };

async function run(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread only');
  const send = (message: FromAppender): void => port.postMessage(message);
  const options = workerData as EventStoreJournalOptions;
  try {
    const journal = await openAppender({
      ...options,
      onWaiting: (reason, retryMs) => send({ is: 'waits', for: reason, retryMs }),
      onWaits: (reason) => send({ is: 'waits', for: reason, retryMs: 0 }),
    });
    port.on('message', (message: ToAppender) => {
      if (message.is === 'close') void journal.close().then(() => port.close());
      else void append(message.expected, message.bodies).then(send);
    });
    const append = (expected: number, bodies: readonly string[]): Promise<FromAppender> =>
      journal
        .append(
          expected,
          bodies.map((body) => ({ body })),
        )
        .then(
          (head) => ({ is: 'stored', head }),
          (error: Error) => {
            const fault = error instanceof AppendError ? error.fault : 'unknown';
            return { is: 'not_stored', fault, message: error.message };
          },
        );
    send({ is: 'open', head: journal.head() });
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof JournalLimitError)
      send({ is: 'too_narrow', limit: error.limit, needed: error.needed, message });
    else send({ is: 'failed', message });
    port.close();
  }
}

void run();
