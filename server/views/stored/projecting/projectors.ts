/**
 * The main thread's side of the projectors: starts both threads, keeps them alive and tracks the read models'
 * positions.
 */
import path from 'node:path';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { FollowerSource } from '../../../journal/source';
import { workerFile } from '../../../journal/worker-file';
import type { FromThread, ThreadData } from './projector-thread';
import type { ModelName } from '../tables';
import type { ModelConfig } from '../views-database';

const WAIT_MS = 2_000;
/** Below the time that a shutdown has for everything. */
const STOP_MS_MAX = 6_000;
/** A thread may wait for an unanswering network. Terminating one inside a call of libsql aborts the process, so calls may take long. */
const END_MS_MAX = { sqlite: 60_000, postgres: 5_000 };
const RESTART_MS_FIRST = 500;
const RESTART_MS_MAX = 30_000;

export interface Projector {
  /** Resolves when the read models contain `minPosition`, or with `behind` after the timeout. */
  waitFor(minPosition: number, waitMs?: number): Promise<'reached' | 'behind'>;
  /** Position of the last batch in the read models, −1 for none. */
  checkpoint(): number;
  /** Number of known events that the journal is ahead. */
  readonly lag: number;
}

/** The read models of each database, and of both: `all` has the position of the slower one. */
export interface Projectors extends Readonly<Record<ModelName | 'all', Projector>> {
  /** Stops both threads after their current write. */
  stop(): Promise<void>;
}

/**
 * Resolves when both databases agree with the journal. If they cannot, it rejects and leaves no thread. `included` is called with the
 * progress of `all`.
 */
export async function startProjectors(
  { dataDir, databaseUrl, set }: ModelConfig,
  source: FollowerSource,
  log: (line: string) => void,
  included: (position: number) => void = () => undefined,
): Promise<Projectors> {
  const threadData = { config: { dataDir, databaseUrl, set }, source };
  const threads = new ProjectorThreads(threadData, log, included);
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

  constructor(private readonly journalEnd: () => number) {}

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
    return Math.max(0, this.journalEnd() - this.position);
  }

  moveTo(position: number): void {
    this.position = position;
    for (const waiter of [...this.waiters]) {
      if (waiter.minPosition <= position) waiter.resolve('reached');
    }
  }

  releaseWaiters(): void {
    for (const waiter of [...this.waiters]) waiter.resolve('behind');
  }
}

class ProjectorThreads implements Projectors {
  readonly views = this.progress();
  readonly records = this.progress();
  readonly all = this.progress();
  private journalEnd = -1;
  private workers: readonly Worker[] = [];
  private completion: Promise<void> = Promise.resolve();
  private restart: NodeJS.Timeout | undefined;
  private restartMs = RESTART_MS_FIRST;
  /** Before the first successful start, a failure is reported to the caller. */
  private hasStarted = false;
  private isStopped = false;
  /** One thread has ended and the other has been asked to. */
  private isEnding = false;

  constructor(
    private readonly threadData: Omit<ThreadData, 'port'>,
    private readonly log: (line: string) => void,
    private readonly included: (position: number) => void,
  ) {}

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.completion = this.run(resolve).then((reason) => {
        reject(reason);
        if (this.hasStarted && !this.isStopped) this.startAgain();
      });
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.restart);
    for (const progress of [this.views, this.records, this.all]) progress.releaseWaiters();
    const deadline = this.askToEnd();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, STOP_MS_MAX, 'late')));
    if ((await Promise.race([this.completion, timeout])) === 'late') {
      this.log('projector: its threads have not ended in time and end with the process');
      for (const worker of this.workers) worker.unref();
    }
    clearTimeout(timer);
    clearTimeout(deadline);
  }

  /** Resolves with the reason once both threads have ended: neither continues alone. */
  private async run(onStarted: () => void): Promise<Error> {
    const { port1, port2 } = new MessageChannel();
    const threads = [this.thread('projector', port1, onStarted), this.thread('records-writer', port2, onStarted)];
    this.workers = threads.map(({ worker }) => worker);
    const reason = await Promise.race(threads.map(({ end }) => end));
    this.isEnding = true;
    if (this.hasStarted && !this.isStopped) this.log(`projector: ${reason.stack ?? reason.message}`);
    const deadline = this.askToEnd();
    await Promise.all(threads.map(({ end }) => end));
    clearTimeout(deadline);
    this.workers = [];
    this.isEnding = false;
    return reason;
  }

  private thread(name: string, port: MessagePort, onStarted: () => void): { worker: Worker; end: Promise<Error> } {
    const worker = new Worker(workerFile(path.join(__dirname, `${name}.worker`)), {
      workerData: { ...this.threadData, port } satisfies ThreadData,
      transferList: [port],
    });
    let failure: Error | null = null;
    let hasClosed = false;
    worker.on('message', (message: FromThread) => {
      hasClosed ||= message.is === 'closed';
      this.onMessage(message, onStarted);
    });
    worker.on('error', (error: Error) => (failure = error));
    const end = new Promise<Error>((resolve) => {
      worker.once('exit', (code) => {
        if (failure && (this.isStopped || this.isEnding)) this.log(`${name}: ${failure.stack ?? failure.message}`);
        else if (!failure && !hasClosed) this.log(`${name}: its thread ended before it had closed its database`);
        resolve(failure ?? new Error(`the thread of the ${name} ended with ${code}`));
      });
    });
    return { worker, end };
  }

  /** Threads finish their write and close their databases. Those still there at the deadline are terminated. */
  private askToEnd(): NodeJS.Timeout {
    const { workers } = this;
    for (const worker of workers) worker.postMessage('stop');
    const ms = this.threadData.config.databaseUrl === undefined ? END_MS_MAX.sqlite : END_MS_MAX.postgres;
    return setTimeout(() => workers.forEach((worker) => void worker.terminate()), ms).unref();
  }

  private onMessage(message: FromThread, onStarted: () => void): void {
    if (message.is === 'said') return this.log(message.line);
    if (message.is === 'closed') return;
    if (message.is === 'started') {
      // The other thread has failed while this one was still opening.
      if (this.isEnding) return;
      this.hasStarted = true;
      this.views.moveTo(message.positions.views);
      this.records.moveTo(message.positions.records);
      this.moveAll();
      return onStarted();
    }
    if (!this.isEnding) this.restartMs = RESTART_MS_FIRST;
    this.journalEnd = Math.max(this.journalEnd, message.journalEnd);
    const progress = this[message.model];
    // Both threads report on the records, so messages may arrive out of order.
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
    this.log(`projector: starting again in ${this.restartMs} ms`);
    this.restart = setTimeout(() => {
      // The end of this attempt schedules the next one.
      this.start().catch(() => undefined);
    }, this.restartMs);
    this.restartMs = Math.min(this.restartMs * 2, RESTART_MS_MAX);
  }

  private progress(): Progress {
    return new Progress(() => this.journalEnd);
  }
}
