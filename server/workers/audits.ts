/**
 * Questions of auditors, each in a thread that ends with it, in the order of `AuditQueue`. Answers lie in the data directory, over starts
 * as well, until newer ones of whoever asked take their places.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { scopeOf, scopeText, seesEverything, WHOLE_SCOPE, type AuditScope } from '../../shared/rules/audit-scope';
import type { AnswerRows, AskRequest, AuditAnswer, AuditAnswers } from '../../shared/wire/audit-journal';
import { workerFile } from '../journal/worker-file';
import type { Clock } from '../platform/tokens';
import { AnswerFiles } from './answer-files';
import { AT_ONCE_MAX, AuditQueue, isOpen, seenBy, type Asked } from './audit-queue';
import type { AuditWord, AuditWorkerData } from './audit.worker';

export interface AuditsParts {
  data: Omit<AuditWorkerData, 'request' | 'scope' | 'at' | 'rowsFile' | 'bundleFile'>;
  directory: string;
  /** Where the journal ends. */
  head: () => number;
  /** When its first batch was; null for none. */
  began: () => Promise<number | null>;
  clock: Clock;
  log: (message: string, facts: Record<string, unknown>) => void;
}

/** Who looks, and what they may see. */
export interface Seer {
  user: number;
  scope: AuditScope;
}

export class Audits {
  private readonly files: AnswerFiles;
  private readonly queue: AuditQueue;
  private began: number | null = null;
  /** By question; one that was ended is there until its thread is gone. */
  private readonly threads = new Map<string, Worker>();
  private isClosed = false;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly parts: AuditsParts) {
    this.files = new AnswerFiles(parts.directory, parts.log);
    const { questions, last } = this.files.load();
    this.queue = new AuditQueue(questions, last);
  }

  /** Null when they have as many open as they may; `within` is the question as far as the scope goes. */
  ask(user: number, asked: AskRequest, scope: AuditScope = WHOLE_SCOPE, within = asked): AuditAnswer | null {
    const [at, position] = [this.parts.clock(), this.parts.head()];
    const question = this.queue.ask({ user, at, position, scope: scopeText(scope), asked, within });
    this.settle();
    return question && seenBy(user, question);
  }

  /** Ends a question, which is no more theirs then; it goes on for others who asked the same. False for one that is over. */
  cancel(question: string, user: number): boolean {
    const isCancelled = this.queue.cancel(question, user);
    this.settle();
    this.wake();
    return isCancelled;
  }

  /** Resolves when a question has been answered or taken up, or after so long; at once where they see none that is open. */
  async changed(ms: number, seer: Seer): Promise<void> {
    if (ms === 0 || !this.queue.all.some((one) => isOpen(one) && isSeen(one, seer))) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      this.listeners.add(resolve);
    });
    clearTimeout(timer);
  }

  /** Newest first, and where the journal ends now, with the times between which it lies. */
  async list(seer: Seer): Promise<AuditAnswers> {
    this.began ??= await this.parts.began();
    const seen = this.queue.all.filter((one) => isSeen(one, seer)).reverse();
    const records = seen.map((one) => seenBy(seer.user, one)).sort((one, other) => other.at - one.at);
    return { position: this.parts.head(), began: this.began, at: this.parts.clock(), records };
  }

  of(question: string, seer: Seer): AuditAnswer | null {
    const one = this.queue.of(question);
    return one && isSeen(one, seer) ? seenBy(seer.user, one) : null;
  }

  /** Rows from a byte of the file on; those of an answer that is not there yet are none. */
  async rows(question: string, after: number, limit: number): Promise<AnswerRows> {
    if (this.queue.of(question)?.state !== 'done') return { records: [], next: null };
    return this.files.rows(question, after, limit);
  }

  /** Null where there is none. */
  bundleOf(question: string): { file: string; bytes: number } | null {
    const one = this.queue.of(question);
    return one?.state === 'done' && one.asked.ask === 'bundle' ? this.files.bundle(question) : null;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.wake();
    await Promise.all([...this.threads.values()].map((thread) => thread.terminate()));
    await this.save();
  }

  /** What nobody wants any more is ended and removed, what there is a place for is begun, and what is so now is written down. */
  private settle(): void {
    for (const question of this.queue.takeGone()) {
      const thread = this.threads.get(question);
      if (thread) void thread.terminate();
      else this.files.remove(question);
    }
    while (!this.isClosed && this.threads.size < AT_ONCE_MAX) {
      const next = this.queue.take(this.parts.clock(), this.parts.head());
      if (!next) break;
      this.begin(next);
    }
    void this.save();
  }

  private begin(asked: Asked): void {
    this.wake();
    try {
      this.follow(asked.question, this.threadOf(asked));
    } catch (error) {
      this.parts.log('an audit is not begun', { error: (error as Error).message });
      this.change(asked.question, { state: 'failed', fault: 'ended' });
    }
  }

  private threadOf({ question, scope, within, readAt }: Asked): Worker {
    const workerData: AuditWorkerData = {
      ...{ ...this.parts.data, request: within, scope: scopeOf(scope), at: readAt },
      ...this.files.begin(question),
    };
    return new Worker(workerFile(path.join(__dirname, 'audit.worker')), { workerData });
  }

  private follow(question: string, thread: Worker): void {
    this.threads.set(question, thread);
    thread.on('message', (word: AuditWord) => this.hear(question, word));
    thread.on('error', (error) => this.parts.log('an audit failed', { error: error.message }));
    thread.once('exit', () => {
      this.threads.delete(question);
      const state = this.queue.of(question)?.state;
      // What ended without a word was ended.
      if (state === 'working') this.change(question, { state: 'failed', fault: 'ended' });
      if (state === undefined) this.files.remove(question);
      this.settle();
    });
  }

  private hear(question: string, word: AuditWord): void {
    switch (word.is) {
      case 'progress':
        return void this.queue.change(question, { done: word.done, of: word.of });
      case 'answer':
        return this.change(question, { state: 'done', facts: word.facts, rows: word.rows });
      case 'fault':
        return this.change(question, { state: 'failed', fault: word.fault, detail: word.detail });
    }
  }

  private change(question: string, news: Pick<Asked, 'state'> & Partial<Asked>): void {
    this.queue.change(question, news);
    this.settle();
    this.wake();
  }

  private save(): Promise<void> {
    return this.files.save({ questions: this.queue.all, last: this.queue.last });
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }
}

/** Whose access is bounded sees what they asked themselves, within the bounds of now. */
function isSeen({ scope: asked, askers }: Asked, { user, scope }: Seer): boolean {
  return seesEverything(scope) || (askers.some((asker) => asker.user === user) && scopeText(scope) === asked);
}
