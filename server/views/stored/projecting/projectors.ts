/** The main thread's side of the projectors: starts their two threads, keeps them alive, knows how far the read models are. */
import path from 'node:path';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { FollowerSource } from '../../../journal/source';
import { workerFile } from '../../../journal/worker-file';
import type { FromThread, ThreadData } from './projector-thread';
import type { ModelName } from '../tables';
import type { ModelConfig } from '../views-database';

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
}

/** The read models of each database, and all of them: `all` is as far as the slower. */
export interface Projectors extends Readonly<Record<ModelName | 'all', Projector>> {
  /** Ends both threads once they have written what they are writing. */
  stop(): Promise<void>;
}

/**
 * Resolves when both databases agree with the journal; rejects, with no thread left, when they cannot. `included` hears of `all`.
 */
export async function startProjectors(
  { dataDir, databaseUrl, set }: ModelConfig,
  source: FollowerSource,
  say: (line: string) => void,
  included: (position: number) => void = () => undefined,
): Promise<Projectors> {
  const given = { config: { dataDir, databaseUrl, set }, source };
  const threads = new ProjectorThreads(given, say, included);
  await threads.start();
  return threads;
}

interface Waiter {
  minPosition: number;
  resolve(outcome: 'reached' | 'behind'): void;
}

class Progress implements Projector {
  private position = -1;
  private readonly waiters = new Set<Waiter>();

  constructor(private readonly seen: () => number) {}

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
    return Math.max(0, this.seen() - this.position);
  }

  moveTo(position: number): void {
    this.position = position;
    for (const waiter of [...this.waiters]) {
      if (waiter.minPosition <= position) waiter.resolve('reached');
    }
  }

  giveUp(): void {
    for (const waiter of [...this.waiters]) waiter.resolve('behind');
  }
}

class ProjectorThreads implements Projectors {
  readonly views = this.progress();
  readonly records = this.progress();
  readonly all = this.progress();
  private seen = -1;
  private workers: readonly Worker[] = [];
  private ended: Promise<void> = Promise.resolve();
  private restart: NodeJS.Timeout | undefined;
  private restartMs = RESTART_MS_FIRST;
  /** Until they have started once, a failure is the caller's to deal with. */
  private hasStarted = false;
  private isStopped = false;

  constructor(
    private readonly given: Omit<ThreadData, 'port'>,
    private readonly say: (line: string) => void,
    private readonly included: (position: number) => void,
  ) {}

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.ended = this.run(resolve).then((reason) => {
        reject(reason);
        if (this.hasStarted && !this.isStopped) this.startAgain();
      });
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.restart);
    for (const progress of [this.views, this.records, this.all]) progress.giveUp();
    for (const worker of this.workers) worker.postMessage('stop');
    // An interrupted transaction is rolled back by the store and written again after the next start.
    const timer = setTimeout(() => this.terminate(), STOP_MS_MAX);
    await this.ended;
    clearTimeout(timer);
  }

  /** Resolves with the reason once both threads have ended: one does not go on without the other. */
  private async run(started: () => void): Promise<Error> {
    const { port1, port2 } = new MessageChannel();
    const ends = [this.thread('projector', port1, started), this.thread('records-writer', port2, started)];
    this.workers = ends.map(({ worker }) => worker);
    const reason = await Promise.race(ends.map(({ end }) => end));
    if (this.hasStarted && !this.isStopped) this.say(`projector: ${reason.stack ?? reason.message}`);
    if (!this.isStopped) this.terminate();
    await Promise.all(ends.map(({ end }) => end));
    this.workers = [];
    return reason;
  }

  private thread(name: string, port: MessagePort, started: () => void): { worker: Worker; end: Promise<Error> } {
    const worker = new Worker(workerFile(path.join(__dirname, `${name}.worker`)), {
      workerData: { ...this.given, port } satisfies ThreadData,
      transferList: [port],
    });
    let failure: Error | null = null;
    let hasClosed = false;
    worker.on('message', (message: FromThread) => {
      hasClosed ||= message.is === 'closed';
      this.hear(message, started);
    });
    worker.on('error', (error: Error) => (failure = error));
    const end = new Promise<Error>((resolve) => {
      worker.once('exit', (code) => {
        if (this.isStopped && !hasClosed) this.say(`${name}: its thread ended before it had closed its database`);
        resolve(failure ?? new Error(`the thread of the ${name} ended with ${code}`));
      });
    });
    return { worker, end };
  }

  private terminate(): void {
    for (const worker of this.workers) void worker.terminate();
  }

  private hear(message: FromThread, started: () => void): void {
    if (message.is === 'said') return this.say(message.line);
    if (message.is === 'closed') return;
    if (message.is === 'started') {
      this.hasStarted = true;
      this.views.moveTo(message.positions.views);
      this.records.moveTo(message.positions.records);
      this.moveAll();
      return started();
    }
    this.restartMs = RESTART_MS_FIRST;
    this.seen = Math.max(this.seen, message.seen);
    const progress = this[message.model];
    // Both threads tell of the records: their messages may come in another order than they were sent.
    if (message.position <= progress.checkpoint()) return;
    progress.moveTo(message.position);
    this.moveAll();
  }

  private moveAll(): void {
    const position = Math.min(this.views.checkpoint(), this.records.checkpoint());
    if (position === this.all.checkpoint()) return;
    this.all.moveTo(position);
    this.included(position);
  }

  private startAgain(): void {
    this.say(`projector: starting again in ${this.restartMs} ms`);
    this.restart = setTimeout(() => {
      // The end of this attempt arranges the next one.
      this.start().catch(() => undefined);
    }, this.restartMs);
    this.restartMs = Math.min(this.restartMs * 2, RESTART_MS_MAX);
  }

  private progress(): Progress {
    return new Progress(() => this.seen);
  }
}
