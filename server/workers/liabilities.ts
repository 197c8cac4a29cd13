/**
 * Makes a proof of liabilities once a day (UTC), and on request: in a separate thread, signed when complete. An unsigned proof leaves
 * nothing on the disk, and is not retried at once: it takes a core for a while and is as large as a signed one.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { readLine } from '../../shared/proof/signed-heads';
import { LIABILITIES_FORM } from '../../shared/proof/liabilities';
import type { HeadSigner } from '../signed-heads/signer';
import { workerFile } from '../journal/worker-file';
import { removeUnpublishedTrees, publishedPositions, publishTrees, signedLine } from '../liabilities/tree-files';
import type { Clock } from '../platform/tokens';
import type { LiabilitiesWorkerData, MadeLiabilities } from './liabilities.worker';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 60_000;
/** Delay in ms after a failure; doubled after each further one. */
const PAUSE_MS = 3_600_000;
const PAUSE_MS_MAX = 8 * PAUSE_MS;

export interface LiabilitiesDependencies {
  data: LiabilitiesWorkerData;
  /** Position at which the journal ends. */
  head: () => number;
  signer: Pick<HeadSigner, 'canSign' | 'signLiabilities'>;
  clock: Clock;
  log: (message: string, details: Record<string, unknown>) => void;
}

export class LiabilitiesMaker {
  private timer: NodeJS.Timeout | null = null;
  private worker: Worker | null = null;
  private inProgress: Promise<number | null> | null = null;
  private isClosed = false;
  private pauseMs = PAUSE_MS;
  private notBefore = -Infinity;

  constructor(private readonly dependencies: LiabilitiesDependencies) {}

  start(): void {
    this.timer = setInterval(() => void this.makeIfDue(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** Position of the proof, which may be one already in progress; null on failure. Never rejects. */
  make(): Promise<number | null> {
    this.inProgress ??= this.makeOne()
      .catch((error: Error) => this.failed(error))
      .finally(() => (this.inProgress = null));
    return this.inProgress;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearInterval(this.timer);
    await this.worker?.terminate();
    await this.inProgress;
  }

  /** Makes a proof unless there is one of today in the current form. Never rejects. */
  async makeIfDue(): Promise<void> {
    if (this.isClosed || this.dependencies.head() < 0 || this.dependencies.clock() < this.notBefore) return;
    const { directory } = this.dependencies.data;
    const [newestPosition] = publishedPositions(directory);
    const line = newestPosition === undefined ? null : signedLine(directory, newestPosition);
    if (line === null || !this.isOfToday(line)) await this.make();
  }

  /** A proof of an earlier form reveals more about other users than necessary, so a new one is made at once. */
  private isOfToday(line: string): boolean {
    const { at, said } = readLine(line, 0).signed;
    const isOfForm = said.is === 'liabilities' && said.form === LIABILITIES_FORM;
    return isOfForm && Math.floor(at / DAY_MS) >= Math.floor(this.dependencies.clock() / DAY_MS);
  }

  private async makeOne(): Promise<number | null> {
    const { data, signer, log } = this.dependencies;
    // Removes files left incomplete by a stop or a full disk.
    removeUnpublishedTrees(data.directory);
    if (!(await signer.canSign())) throw new Error('heads cannot be signed');
    const startedAt = performance.now();
    const liabilities = await this.inThread();
    if (!liabilities || liabilities.position < 0) return null;
    const line = await signer.signLiabilities({ is: 'liabilities', ...liabilities });
    if (line === null) throw new Error(`the proof of position ${liabilities.position} was not signed`);
    publishTrees(data.directory, liabilities.position, line);
    this.pauseMs = PAUSE_MS;
    const seconds = Math.round(performance.now() - startedAt) / 1_000;
    log('proof of liabilities', { position: liabilities.position, assets: liabilities.assets.length, seconds });
    return liabilities.position;
  }

  private failed(error: Error): null {
    if (this.isClosed) return null;
    const { log, data, clock } = this.dependencies;
    log('proof of liabilities failed', { error: error.message, nextMs: this.pauseMs });
    this.notBefore = clock() + this.pauseMs;
    this.pauseMs = Math.min(this.pauseMs * 2, PAUSE_MS_MAX);
    try {
      removeUnpublishedTrees(data.directory);
    } catch (removalError) {
      log('a proof of liabilities that is not signed stays', { error: (removalError as Error).message });
    }
    return null;
  }

  /** Null if it was ended early. */
  private inThread(): Promise<MadeLiabilities | null> {
    const worker = new Worker(workerFile(path.join(__dirname, 'liabilities.worker')), {
      workerData: this.dependencies.data,
    });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      worker.once('message', (liabilities: MadeLiabilities) => resolve(liabilities));
      worker.once('error', reject);
      worker.once('exit', () => resolve(null));
    });
  }
}
