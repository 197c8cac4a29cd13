/** The main thread's side of a projector: starts its thread, keeps it alive, knows how far it is. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FollowerSource } from '../../journal/source';
import type { DatabaseConfig } from '../../platform/database/database';
import type { ModelName } from './tables';
import type { FromProjector, ThreadData, ToProjector } from './thread-messages';
import { workerFile } from '../../journal/worker-file';

const WAIT_MS = 2_000;
const STOP_MS_MAX = 5_000;
const RESTART_MS_FIRST = 500;
const RESTART_MS_MAX = 30_000;

export interface Projector {
  /** Resolves as soon as the read models contain `minPosition`, or with `behind` when they do not in time. */
  waitFor(minPosition: number, waitMs?: number): Promise<'reached' | 'behind'>;
  /** Position of the last batch in the read models, −1 for none. */
  checkpoint(): number;
  /** Events that the journal is known to be ahead. */
  readonly lag: number;
  /** Writes what it is writing, and ends. */
  stop(): Promise<void>;
}

/**
 * Resolves when the read models are open and agree with the journal; rejects when they cannot be opened. `included` hears
 * up to where they are whenever that changes. `way` is the same for all that follow one journal, and for nobody else.
 */
export async function startProjector(
  model: ModelName,
  config: DatabaseConfig,
  source: FollowerSource,
  way: string,
  say: (line: string) => void,
  included: (position: number) => void = () => undefined,
): Promise<Projector> {
  const { dataDir, databaseUrl } = config;
  const projector = new ThreadedProjector({ model, config: { dataDir, databaseUrl }, source, way }, say, included);
  await projector.start();
  return projector;
}

interface Waiter {
  minPosition: number;
  resolve(outcome: 'reached' | 'behind'): void;
}

class ThreadedProjector implements Projector {
  private worker: Worker | null = null;
  private position = -1;
  private seen = -1;
  private readonly waiters = new Set<Waiter>();
  private restart: NodeJS.Timeout | null = null;
  private restartMs = RESTART_MS_FIRST;
  /** Until it has started once, a failure is the caller's to deal with. */
  private hasStarted = false;
  private isStopped = false;
  /** What a line of the log calls it. */
  private readonly name: string;

  constructor(
    private readonly given: ThreadData,
    private readonly say: (line: string) => void,
    private readonly included: (position: number) => void,
  ) {
    this.name = given.model === 'views' ? 'projector' : `projector of ${given.model}`;
  }

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(workerFile(path.join(__dirname, 'projector.worker')), { workerData: this.given });
      this.worker = worker;
      let failure: Error | null = null;
      let hasClosed = false;
      worker.on('message', (message: FromProjector) => {
        if (message.is === 'closed') {
          hasClosed = true;
          return;
        }
        if (message.is === 'started') {
          this.hasStarted = true;
          resolve();
        }
        this.hear(message, worker);
      });
      worker.on('error', (error: Error) => (failure = error));
      worker.once('exit', (code) => {
        this.worker = null;
        const reason = failure ?? new Error(`the projector's thread ended with ${code}`);
        reject(reason);
        if (this.isStopped && !hasClosed) this.say(`${this.name}: its thread ended before it had closed its database`);
        if (this.isStopped || !this.hasStarted) return;
        this.say(`${this.name}: ${reason.message}`);
        this.startAgain();
      });
    });
  }

  waitFor(minPosition: number, waitMs = WAIT_MS): Promise<'reached' | 'behind'> {
    if (this.position >= minPosition) return Promise.resolve('reached');
    return new Promise((resolve) => {
      const waiter: Waiter = {
        minPosition,
        resolve: (outcome) => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve(outcome);
        },
      };
      const timer = setTimeout(() => waiter.resolve('behind'), waitMs);
      this.waiters.add(waiter);
    });
  }

  checkpoint(): number {
    return this.position;
  }

  get lag(): number {
    return Math.max(0, this.seen - this.position);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.restart) clearTimeout(this.restart);
    for (const waiter of [...this.waiters]) waiter.resolve('behind');
    const { worker } = this;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ is: 'stop' } satisfies ToProjector);
    // Whatever it is doing when the time is up is rolled back by the store and done again at the next start.
    const timer = setTimeout(() => void worker.terminate(), STOP_MS_MAX);
    await ended;
    clearTimeout(timer);
  }

  private hear(message: Exclude<FromProjector, { is: 'closed' }>, worker: Worker): void {
    if (message.is === 'said') return this.say(message.line);
    if (message.is === 'failed') {
      this.say(`${this.name}: ${message.message}`);
      void worker.terminate();
      return;
    }
    if (message.is === 'written') this.restartMs = RESTART_MS_FIRST;
    this.position = message.position;
    this.seen = Math.max(message.position, message.is === 'written' ? message.seen : this.seen);
    this.included(this.position);
    for (const waiter of [...this.waiters]) {
      if (waiter.minPosition <= this.position) waiter.resolve('reached');
    }
  }

  private startAgain(): void {
    this.say(`${this.name}: starting again in ${this.restartMs} ms`);
    this.restart = setTimeout(() => {
      // The exit that rejects has arranged for the next attempt.
      this.start().catch(() => undefined);
    }, this.restartMs);
    this.restartMs = Math.min(this.restartMs * 2, RESTART_MS_MAX);
  }
}
