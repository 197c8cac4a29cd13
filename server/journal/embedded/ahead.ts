/**
 * Reads a journal while another thread verifies it some segments ahead. Yields verified batches only, so a reader can
 * fold them before the whole verification ends.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { StoredText } from '../port';
import { workerFile } from '../worker-file';
import type { AheadMessage, AheadWorkerData } from './ahead.worker';
import { nodeFiles } from './files';
import type { Inspection } from './inspect';
import { yieldToEventLoop, textReader } from './reading';
import type { JournalPlace } from './segments/segment';

export interface VerifyingReader {
  /**
   * Yields from the first batch on, in groups, up to the verified position; waits for more until the end. Callable
   * once.
   */
  readVerified(): AsyncIterable<readonly StoredText[]>;
  /** Result of the whole verification. Rejects with the first mismatch. */
  found: Promise<Inspection>;
  close(): Promise<void>;
}

export function openVerifyingReader(place: JournalPlace, core: string): VerifyingReader {
  const workerData: AheadWorkerData = { place, core };
  const worker = new Worker(workerFile(path.join(__dirname, 'ahead.worker')), { workerData });
  let verified = -1;
  let isOver = false;
  let wake: () => void = () => undefined;
  const found = new Promise<Inspection>((resolve, reject) => {
    worker.on('message', (message: AheadMessage) => {
      if (message.is === 'verified') verified = message.position;
      else resolve(message.found);
      wake();
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(new Error('the thread that verifies was ended'));
      isOver = true;
      wake();
    });
  });
  // Callers handle the rejection when they await `found`; this prevents an unhandled rejection.
  found.catch(() => undefined);

  async function* readVerified(): AsyncIterable<readonly StoredText[]> {
    const reader = textReader(nodeFiles, place, 0);
    try {
      for (let readPosition = -1; ;) {
        while (verified === readPosition && !isOver) await new Promise<void>((resolve) => (wake = resolve));
        if (verified === readPosition) break;
        readPosition = verified;
        for (
          let batches = reader.nextBatches(readPosition);
          batches.length > 0;
          batches = reader.nextBatches(readPosition)
        ) {
          yield batches;
          await yieldToEventLoop();
        }
      }
    } finally {
      reader.close();
    }
    await found;
  }
  return { readVerified, found, close: async () => void (await worker.terminate()) };
}
