/**
 * Backtests, which anybody may ask for, in a thread of their own that begins with the first. So many are under way at once, from the
 * reading of their candles on; an answer is kept for whoever asks the same while its candles stay as they are.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { BACKTESTS_AT_ONCE_MAX } from '../../../../shared/products/robot/rules/backtest';
import type { RobotBacktest } from '../../../../shared/products/robot/wire';
import { workerFile } from '../../../journal/worker-file';
import { Refusal } from '../../../platform/errors/refusal';
import type { Monotonic } from '../../../platform/tokens';
import { workTime } from '../../../platform/work-time';
import type { BacktestWork } from './backtest-answer';

/** Some 100 KB each, with as many points as there may be candles. */
const BACKTESTS_KEPT_MAX = 100;
/** The candle before the current one may not have been stored yet when the others were read. */
const KEPT_MS = 10_000;
const RETRY_SECONDS = 2;

export type BacktestAnswered = { is: 'answer'; answer: RobotBacktest; ms: number } | { is: 'failed'; message: string };

interface Kept {
  answer: Promise<RobotBacktest>;
  until: number;
}

interface Waiting {
  resolve: (answered: BacktestAnswered) => void;
  reject: (error: Error) => void;
}

export class Backtests {
  /** By what they depend on, the one unused for longest first; those under way among them. */
  private readonly answers = new Map<string, Kept>();
  private underWay = 0;
  private worker: Worker | null = null;
  /** In the order in which they were asked, which is that of the answers. */
  private waiting: Waiting[] = [];

  constructor(private readonly monotonic: Monotonic) {}

  /**
   * The answer to what `key` says: market, terms, grid, and the candle that the chart ends with. Refuses `system.busy` when as many are
   * under way as may be.
   */
  of(key: string, work: () => Promise<BacktestWork>): Promise<RobotBacktest> {
    const now = this.monotonic();
    const known = this.answers.get(key);
    const isGood = known !== undefined && known.until > now;
    // Refused before it takes the place of an answer that is there.
    if (!isGood && this.underWay >= BACKTESTS_AT_ONCE_MAX) throw new Refusal('system.busy', null, RETRY_SECONDS);
    const kept = isGood ? known : { answer: this.make(work), until: now + KEPT_MS };
    this.answers.delete(key);
    this.answers.set(key, kept);
    if (this.answers.size > BACKTESTS_KEPT_MAX) this.answers.delete(this.answers.keys().next().value as string);
    // What failed is asked anew; another may have come in its place already.
    if (kept !== known) kept.answer.catch(() => this.answers.get(key) === kept && this.answers.delete(key));
    return kept.answer;
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private async make(work: () => Promise<BacktestWork>): Promise<RobotBacktest> {
    this.underWay++;
    try {
      const { payer } = workTime;
      const answered = await this.inThread(await work());
      workTime.begin(payer);
      if (answered.is === 'failed') throw new Error(`backtest: ${answered.message}`);
      // Whoever asked pays for the other thread, too: it is there for all.
      payer?.pay(answered.ms);
      return answered.answer;
    } finally {
      this.underWay--;
    }
  }

  private inThread(work: BacktestWork): Promise<BacktestAnswered> {
    const worker = (this.worker ??= this.start());
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      worker.postMessage(work);
    });
  }

  /** One that ends takes with it what it was asked; the next question starts another. */
  private start(): Worker {
    const worker = new Worker(workerFile(path.join(__dirname, 'backtest.worker')));
    let failure: Error | null = null;
    worker.on('message', (answered: BacktestAnswered) => this.waiting.shift()?.resolve(answered));
    worker.on('error', (error: Error) => (failure = error));
    worker.once('exit', (code) => {
      this.worker = null;
      const reason = failure ?? new Error(`the thread of backtests ended with ${code}`);
      for (const { reject } of this.waiting.splice(0)) reject(reason);
    });
    return worker;
  }
}
