/** The journal's handle of the append thread. */
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppendError, JournalLimitError, type DraftBatch, type JournalHead } from '../port';
import { workerFile } from '../worker-file';
import type { FromAppender, ToAppender } from './append.worker';
import type { EventStoreJournalOptions, WaitingCallbacks } from './options';

export interface AppenderEvents extends WaitingCallbacks {
  /** The thread ended by itself: appends in flight may or may not be stored, and no more are accepted. */
  onLost?: (error: Error) => void;
}

interface PendingAnswer {
  resolve(answer: FromAppender): void;
  reject(error: Error): void;
}

export class Appender {
  private readonly worker: Worker;
  private readonly exit: Promise<void>;
  private pendingAnswer: PendingAnswer | null = null;
  private failure: AppendError | null = null;
  private closing = false;
  private waitReason: string | null = null;
  private current: JournalHead = { position: -1, hash: '' };

  /** Resolves when it can append; rejects like the opening of the journal. */
  static async open(options: EventStoreJournalOptions, events: AppenderEvents): Promise<Appender> {
    const appender = new Appender(options, events);
    const answer = await appender.request(null);
    if (answer.is === 'open') {
      appender.current = answer.head;
      appender.waitReason = null;
      return appender;
    }
    appender.closing = true;
    await appender.exit;
    if (answer.is === 'too_narrow') throw new JournalLimitError(answer.limit, answer.needed, answer.message);
    throw new Error('message' in answer ? answer.message : `the appending thread said ${answer.is}`);
  }

  private constructor(options: EventStoreJournalOptions, events: AppenderEvents) {
    this.worker = new Worker(workerFile(path.join(__dirname, 'append.worker')), { workerData: options });
    this.worker.on('message', (message: FromAppender) => {
      if (message.is === 'waits') {
        this.waitReason = message.for;
        if (message.for !== null && message.retryMs > 0) events.onWaiting?.(message.for, message.retryMs);
        return;
      }
      this.pendingAnswer?.resolve(message);
      this.pendingAnswer = null;
    });
    const fail = (cause: Error): void => {
      if (this.failure) return;
      this.failure = new AppendError('unknown', cause.message, { cause });
      this.pendingAnswer?.reject(this.failure);
      this.pendingAnswer = null;
      if (!this.closing) events.onLost?.(cause);
    };
    this.worker.on('error', fail);
    this.exit = new Promise((resolve) => {
      this.worker.on('exit', () => {
        fail(new Error('the appending thread has ended'));
        resolve();
      });
    });
  }

  head(): JournalHead {
    return this.current;
  }

  waitsFor(): string | null {
    return this.waitReason;
  }

  async append(expected: number, group: readonly DraftBatch[]): Promise<JournalHead> {
    if (this.pendingAnswer) throw new Error('an append is in flight: one at a time');
    const answer = await this.request({ is: 'append', expected, bodies: group.map(({ body }) => body) });
    if (answer.is === 'stored') return (this.current = answer.head);
    if (answer.is === 'not_stored') throw new AppendError(answer.fault, answer.message);
    throw new AppendError('unknown', `the appending thread said ${answer.is}`);
  }

  /** Waits for an append in flight, which has a timeout. */
  async close(): Promise<void> {
    this.closing = true;
    this.worker.postMessage({ is: 'close' } satisfies ToAppender);
    await this.exit;
  }

  private request(message: ToAppender | null): Promise<FromAppender> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.pendingAnswer = { resolve, reject };
      if (message) this.worker.postMessage(message);
    });
  }
}
