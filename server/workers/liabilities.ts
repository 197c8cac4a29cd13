/**
 * Makes a proof of liabilities once a day (UTC), and when it is asked to: in a thread that ends with it, signed when it is there. One that could
 * not be signed leaves nothing on the disk, and is not tried again at once: it takes a core for a while and is as large as a signed one.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { readLine } from '../../shared/proof/heads';
import { LIABILITIES_FORM } from '../../shared/proof/liabilities';
import type { HeadSigner } from '../heads/signer';
import { workerFile } from '../journal/worker-file';
import { discardUnsigned, publishedPositions, publishTrees, signedLine } from '../liabilities/tree-files';
import type { Clock } from '../platform/tokens';
import type { LiabilitiesWorkerData, MadeLiabilities } from './liabilities.worker';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 60_000;
/** Until the next try after one that failed; twice as long after each further one. */
const PAUSE_MS = 3_600_000;
const PAUSE_MS_MAX = 8 * PAUSE_MS;

export interface LiabilitiesParts {
  data: LiabilitiesWorkerData;
  /** Where the journal ends. */
  head: () => number;
  signer: Pick<HeadSigner, 'canSign' | 'signLiabilities'>;
  clock: Clock;
  log: (message: string, facts: Record<string, unknown>) => void;
}

export class LiabilitiesMaker {
  private timer: NodeJS.Timeout | null = null;
  private worker: Worker | null = null;
  private making: Promise<number | null> | null = null;
  private isClosed = false;
  private pause = PAUSE_MS;
  private notBefore = -Infinity;

  constructor(private readonly parts: LiabilitiesParts) {}

  start(): void {
    this.timer = setInterval(() => void this.turn(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** The position of the proof that was made, the one under way included; null where none could be. Never rejects. */
  make(): Promise<number | null> {
    this.making ??= this.makeOne()
      .catch((error: Error) => this.failed(error))
      .finally(() => (this.making = null));
    return this.making;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearInterval(this.timer);
    await this.worker?.terminate();
    await this.making;
  }

  /** Makes one if none is of today and in the form of new ones. Never rejects. */
  async turn(): Promise<void> {
    if (this.isClosed || this.parts.head() < 0 || this.parts.clock() < this.notBefore) return;
    const { directory } = this.parts.data;
    const [newest] = publishedPositions(directory);
    const line = newest === undefined ? null : signedLine(directory, newest);
    if (line === null || !this.isOfToday(line)) await this.make();
  }

  /** One of an earlier form shows more of others than it has to: users are given another one at once. */
  private isOfToday(line: string): boolean {
    const { at, said } = readLine(line, 0).signed;
    const isOfForm = said.is === 'liabilities' && said.form === LIABILITIES_FORM;
    return isOfForm && Math.floor(at / DAY_MS) >= Math.floor(this.parts.clock() / DAY_MS);
  }

  private async makeOne(): Promise<number | null> {
    const { data, signer, log } = this.parts;
    // What a stop or a full disk has cut.
    discardUnsigned(data.directory);
    if (!(await signer.canSign())) throw new Error('heads cannot be signed');
    const started = performance.now();
    const made = await this.inThread();
    if (!made || made.position < 0) return null;
    const line = await signer.signLiabilities({ is: 'liabilities', ...made });
    if (line === null) throw new Error(`the proof of position ${made.position} was not signed`);
    publishTrees(data.directory, made.position, line);
    this.pause = PAUSE_MS;
    const seconds = Math.round(performance.now() - started) / 1_000;
    log('proof of liabilities', { position: made.position, assets: made.assets.length, seconds });
    return made.position;
  }

  private failed(error: Error): null {
    if (this.isClosed) return null;
    const { log, data, clock } = this.parts;
    log('proof of liabilities failed', { error: error.message, nextMs: this.pause });
    this.notBefore = clock() + this.pause;
    this.pause = Math.min(this.pause * 2, PAUSE_MS_MAX);
    try {
      discardUnsigned(data.directory);
    } catch (fault) {
      log('a proof of liabilities that is not signed stays', { error: (fault as Error).message });
    }
    return null;
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
