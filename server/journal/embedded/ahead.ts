/**
 * Reads a journal while another thread verifies it some segments ahead: what is read has been verified, and whoever folds it need not
 * wait for the end of that.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { StoredText } from '../port';
import { workerFile } from '../worker-file';
import type { AheadWord, AheadWorkerData } from './ahead.worker';
import { nodeFiles } from './files';
import type { Inspected } from './inspect';
import { nextTurn, textReader } from './reading';
import type { JournalPlace } from './segments/segment';

export interface JournalAhead {
  /** From the first batch on, as far as it was verified, some at a time; waits for more until all of it is. Once. */
  readVerified(): AsyncIterable<readonly StoredText[]>;
  /** What all of it amounts to. Rejects with the first thing that does not fit. */
  found: Promise<Inspected>;
  close(): Promise<void>;
}

export function verifyAhead(place: JournalPlace, core: string): JournalAhead {
  const workerData: AheadWorkerData = { place, core };
  const worker = new Worker(workerFile(path.join(__dirname, 'ahead.worker')), { workerData });
  let verified = -1;
  let isOver = false;
  let wake: () => void = () => undefined;
  const found = new Promise<Inspected>((resolve, reject) => {
    worker.on('message', (word: AheadWord) => {
      if (word.is === 'verified') verified = word.position;
      else resolve(word.found);
      wake();
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(new Error('the thread that verifies was ended'));
      isOver = true;
      wake();
    });
  });
  // Heard by whoever asks for it.
  found.catch(() => undefined);

  async function* readVerified(): AsyncIterable<readonly StoredText[]> {
    const reader = textReader(nodeFiles, place, 0);
    try {
      for (let reached = -1; ;) {
        while (verified === reached && !isOver) await new Promise<void>((resolve) => (wake = resolve));
        if (verified === reached) break;
        reached = verified;
        for (let piece = reader.piece(reached); piece.length > 0; piece = reader.piece(reached)) {
          yield piece;
          await nextTurn();
        }
      }
    } finally {
      reader.close();
    }
    await found;
  }
  return { readVerified, found, close: async () => void (await worker.terminate()) };
}
