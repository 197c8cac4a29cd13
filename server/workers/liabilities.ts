/** Makes a proof of liabilities once a day (UTC), and when it is asked to: in a thread that ends with it, signed when it is there. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { readLine } from '../../shared/proof/heads';
import type { HeadSigner } from '../heads/signer';
import { workerFile } from '../journal/worker-file';
import { publishedPositions, publishTrees, signedLine } from '../liabilities/tree-files';
import type { Clock } from '../platform/tokens';
import type { LiabilitiesWorkerData, MadeLiabilities } from './liabilities.worker';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 60_000;

export interface LiabilitiesParts {
  data: LiabilitiesWorkerData;
  /** Where the journal ends. */
  head: () => number;
  signer: Pick<HeadSigner, 'signLiabilities'>;
  clock: Clock;
  log: (message: string, facts: Record<string, unknown>) => void;
}

export class LiabilitiesMaker {
  private timer: NodeJS.Timeout | null = null;
  private worker: Worker | null = null;
  private making: Promise<number | null> | null = null;

  constructor(private readonly parts: LiabilitiesParts) {}

  start(): void {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** The position of the proof that was made, the one under way included; null where none could be. Never rejects. */
  make(): Promise<number | null> {
    this.making ??= this.makeOne()
      .catch((error: Error) => {
        this.parts.log('proof of liabilities failed', { error: error.message });
        return null;
      })
      .finally(() => (this.making = null));
    return this.making;
  }

  async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.worker?.terminate();
    await this.making;
  }

  private look(): void {
    if (this.parts.head() < 0) return;
    const { directory } = this.parts.data;
    const [newest] = publishedPositions(directory);
    const line = newest === undefined ? null : signedLine(directory, newest);
    const day = (at: number): number => Math.floor(at / DAY_MS);
    if (line === null || day(readLine(line, 0).signed.at) < day(this.parts.clock())) void this.make();
  }

  private async makeOne(): Promise<number | null> {
    const { data, signer, log } = this.parts;
    const started = performance.now();
    const made = await this.inThread();
    if (!made || made.position < 0) return null;
    const line = await signer.signLiabilities({ is: 'liabilities', ...made });
    if (line === null) return null;
    publishTrees(data.directory, made.position, line);
    const seconds = Math.round(performance.now() - started) / 1_000;
    log('proof of liabilities', { position: made.position, assets: made.assets.length, seconds });
    return made.position;
  }

  /** Null when it was ended before it was done. */
  private inThread(): Promise<MadeLiabilities | null> {
    const worker = new Worker(workerFile(path.join(__dirname, 'liabilities.worker')), { workerData: this.parts.data });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      worker.once('message', (made: MadeLiabilities) => resolve(made));
      worker.once('error', reject);
      worker.once('exit', () => resolve(null));
    });
  }
}
