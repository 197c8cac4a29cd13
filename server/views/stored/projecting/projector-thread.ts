/** Shared frame of the two projector threads. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import type { FollowerSource } from '../../../journal/source';
import type { ModelName } from '../tables';
import type { ModelConfig } from '../views-database';

export interface ThreadData {
  config: ModelConfig;
  source: FollowerSource;
  /** Port to the other thread. */
  port: MessagePort;
}

export type FromThread =
  | { is: 'started'; positions: Readonly<Record<ModelName, number>> }
  /** `journalEnd`: last known position of the journal. */
  | { is: 'written'; model: ModelName; position: number; journalEnd: number }
  | { is: 'said'; line: string }
  /** Last message of a thread that stops on request: all its resources are closed. */
  | { is: 'closed' };

export interface ThreadEvents {
  send: (message: FromThread) => void;
  say: (line: string) => void;
  failed: (error: Error) => void;
}

/** Works until the main thread sends its one message, `stop`. A failure ends the thread with its error. */
export async function runThread(begin: (events: ThreadEvents) => Promise<() => Promise<void>>): Promise<void> {
  const main = parentPort;
  if (!main) throw new Error('this file runs as a worker thread only');
  // The listener keeps the thread alive while it waits for its journal.
  const stopRequest = new Promise((resolve) => main.on('message', resolve));
  const send = (message: FromThread) => main.postMessage(message);
  let failed: (error: Error) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => (failed = reject));
  const end = await begin({ send, say: (line) => send({ is: 'said', line }), failed });
  await Promise.race([stopRequest, failure]);
  await end();
  send({ is: 'closed' });
  main.close();
}
