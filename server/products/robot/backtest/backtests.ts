/**
 * Runs backtests, a public query, in a separate thread that starts with the first one. The number of concurrent backtests is limited,
 * including the reading of candles. Equal requests get the cached answer while their candles stay the same.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { BACKTESTS_AT_ONCE_MAX } from '../../../../shared/products/robot/rules/backtest';
import type { RobotBacktest } from '../../../../shared/products/robot/wire';
import { workerFile } from '../../../journal/worker-file';
import { Refusal } from '../../../platform/errors/refusal';
import type { Monotonic } from '../../../platform/tokens';
import { workTime } from '../../../platform/work-time';
import type { BacktestWork } from './run-backtest';

/** About 100 KB each at the maximum number of candles. */
const BACKTESTS_CACHED_MAX = 100;
/** Ms of caching: the candle before the current one may not have been stored when the others were read. */
const CACHED_MS = 10_000;
const RETRY_SECONDS = 2;

export type BacktestReply = { is: 'answer'; answer: RobotBacktest; ms: number } | { is: 'failed'; message: string };

interface CachedBacktest {
  answer: Promise<RobotBacktest>;
  until: number;
}

interface PendingBacktest {
  resolve: (reply: BacktestReply) => void;
  reject: (error: Error) => void;
}

export class Backtests {
  /** Keyed by their inputs, least recently used first; includes those in progress. */
  private readonly answers = new Map<string, CachedBacktest>();
  private runningCount = 0;
  private worker: Worker | null = null;
  /** Requests in order; the answers have the same order. */
  private pending: PendingBacktest[] = [];

  constructor(private readonly monotonic: Monotonic) {}

  /**
   * The backtest for `key`: market, terms, grid, and the last candle of the chart. Refuses `system.busy` at the maximum
   * in progress.
   */
  getOrRun(key: string, work: () => Promise<BacktestWork>): Promise<RobotBacktest> {
    const now = this.monotonic();
    const cached = this.answers.get(key);
    const isGood = cached !== undefined && cached.until > now;
    // Rejected before it could evict a cached answer.
    if (!isGood && this.runningCount >= BACKTESTS_AT_ONCE_MAX) throw new Refusal('system.busy', null, RETRY_SECONDS);
    const entry = isGood ? cached : { answer: this.run(work), until: now + CACHED_MS };
    this.answers.delete(key);
    this.answers.set(key, entry);
    if (this.answers.size > BACKTESTS_CACHED_MAX) this.answers.delete(this.answers.keys().next().value as string);
    // Failed answers leave the cache, unless another one has replaced them.
    if (entry !== cached) entry.answer.catch(() => this.answers.get(key) === entry && this.answers.delete(key));
    return entry.answer;
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private async run(work: () => Promise<BacktestWork>): Promise<RobotBacktest> {
    this.runningCount++;
    try {
      const { payer } = workTime;
      const reply = await this.runInWorker(await work());
      workTime.begin(payer);
      if (reply.is === 'failed') throw new Error(`backtest: ${reply.message}`);
      // The caller's work-time budget also pays for the worker thread, which all users share.
      payer?.charge(reply.ms);
      return reply.answer;
    } finally {
      this.runningCount--;
    }
  }

  private runInWorker(work: BacktestWork): Promise<BacktestReply> {
    const worker = (this.worker ??= this.start());
    return new Promise((resolve, reject) => {
      this.pending.push({ resolve, reject });
      worker.postMessage(work);
    });
  }

  /** A worker that ends fails its open requests; the next request starts another. */
  private start(): Worker {
    const worker = new Worker(workerFile(path.join(__dirname, 'backtest.worker')));
    let failure: Error | null = null;
    worker.on('message', (reply: BacktestReply) => this.pending.shift()?.resolve(reply));
    worker.on('error', (error: Error) => (failure = error));
    worker.once('exit', (code) => {
      this.worker = null;
      const reason = failure ?? new Error(`the thread of backtests ended with ${code}`);
      for (const { reject } of this.pending.splice(0)) reject(reason);
    });
    return worker;
  }
}
