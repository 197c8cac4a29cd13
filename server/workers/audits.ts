/**
 * Runs auditors' questions in separate threads, in the order of `AuditQueue`. Answers stay in the data directory, also
 * across starts, until newer ones of the same person replace them.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { scopeOf, scopeText, coversEverything, WHOLE_SCOPE, type AuditScope } from '../../shared/rules/audit-scope';
import type { AnswerRows, AskRequest, AuditAnswer, AuditAnswers } from '../../shared/wire/audit/audit-journal';
import { workerFile } from '../journal/worker-file';
import type { Clock } from '../platform/tokens';
import { AnswerFiles } from './answer-files';
import { AT_ONCE_MAX, AuditQueue, isOpen, answerSeenBy, type QueuedQuestion } from './audit-queue';
import type { AuditThreadMessage, AuditWorkerData } from './audit.worker';

export interface AuditsDependencies {
  data: Omit<AuditWorkerData, 'request' | 'scope' | 'at' | 'rowsFile' | 'bundleFile'>;
  directory: string;
  /** Position at which the journal ends. */
  head: () => number;
  /** Time of its first batch; null for none. */
  began: () => Promise<number | null>;
  clock: Clock;
  log: (message: string, details: Record<string, unknown>) => void;
}

/** The reader of answers, and the scope of their access. */
export interface AnswerReader {
  user: number;
  scope: AuditScope;
}

export class Audits {
  private readonly files: AnswerFiles;
  private readonly queue: AuditQueue;
  private began: number | null = null;
  /** By question; an ended one stays until its thread is gone. */
  private readonly threads = new Map<string, Worker>();
  private isClosed = false;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly dependencies: AuditsDependencies) {
    this.files = new AnswerFiles(dependencies.directory, dependencies.log);
    const { questions, last } = this.files.load();
    this.queue = new AuditQueue(questions, last);
  }

  /** Null at the person's maximum of open questions; `within` is the question limited to the scope. */
  ask(user: number, request: AskRequest, scope: AuditScope = WHOLE_SCOPE, scopedRequest = request): AuditAnswer | null {
    const [at, position] = [this.dependencies.clock(), this.dependencies.head()];
    const question = this.queue.ask({
      user,
      at,
      position,
      scope: scopeText(scope),
      asked: request,
      within: scopedRequest,
    });
    this.schedule();
    return question && answerSeenBy(user, question);
  }

  /** Withdraws the person from a question; it continues for other askers. Returns false if it has ended. */
  cancel(question: string, user: number): boolean {
    const isCancelled = this.queue.cancel(question, user);
    this.schedule();
    this.notifyListeners();
    return isCancelled;
  }

  /** Resolves when a question has been answered or started, or after this time; at once if the person sees no open question. */
  async changed(ms: number, seer: AnswerReader): Promise<void> {
    if (ms === 0 || !this.queue.all.some((one) => isOpen(one) && isVisibleTo(one, seer))) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      this.listeners.add(resolve);
    });
    clearTimeout(timer);
  }

  /** Newest first, with the journal's present end and the times of its first and last batch. */
  async list(reader: AnswerReader): Promise<AuditAnswers> {
    this.began ??= await this.dependencies.began();
    const visible = this.queue.all.filter((one) => isVisibleTo(one, reader)).reverse();
    const records = visible.map((one) => answerSeenBy(reader.user, one)).sort((one, other) => other.at - one.at);
    return { position: this.dependencies.head(), began: this.began, at: this.dependencies.clock(), records };
  }

  answerOf(question: string, reader: AnswerReader): AuditAnswer | null {
    const one = this.queue.find(question);
    return one && isVisibleTo(one, reader) ? answerSeenBy(reader.user, one) : null;
  }

  /** Rows from a byte offset of the file on; empty for an answer that does not exist yet. */
  async rows(question: string, after: number, limit: number): Promise<AnswerRows> {
    if (this.queue.find(question)?.state !== 'done') return { records: [], next: null };
    return this.files.rows(question, after, limit);
  }

  /** Null if there is no bundle. */
  bundleOf(question: string): { file: string; bytes: number } | null {
    const one = this.queue.find(question);
    return one?.state === 'done' && one.asked.ask === 'bundle' ? this.files.bundle(question) : null;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.notifyListeners();
    await Promise.all([...this.threads.values()].map((thread) => thread.terminate()));
    await this.save();
  }

  /** Ends and removes abandoned questions, starts waiting ones if places are free, and saves the index. */
  private schedule(): void {
    for (const question of this.queue.takeAbandoned()) {
      const thread = this.threads.get(question);
      if (thread) void thread.terminate();
      else this.files.remove(question);
    }
    while (!this.isClosed && this.threads.size < AT_ONCE_MAX) {
      const next = this.queue.startNext(this.dependencies.clock(), this.dependencies.head());
      if (!next) break;
      this.begin(next);
    }
    void this.save();
  }

  private begin(queued: QueuedQuestion): void {
    this.notifyListeners();
    try {
      this.listenToThread(queued.question, this.threadOf(queued));
    } catch (error) {
      this.dependencies.log('an audit is not begun', { error: (error as Error).message });
      this.change(queued.question, { state: 'failed', fault: 'ended' });
    }
  }

  private threadOf({ question, scope, within: scopedRequest, readAt }: QueuedQuestion): Worker {
    const workerData: AuditWorkerData = {
      ...{ ...this.dependencies.data, request: scopedRequest, scope: scopeOf(scope), at: readAt },
      ...this.files.begin(question),
    };
    return new Worker(workerFile(path.join(__dirname, 'audit.worker')), { workerData });
  }

  private listenToThread(question: string, thread: Worker): void {
    this.threads.set(question, thread);
    thread.on('message', (message: AuditThreadMessage) => this.onThreadMessage(question, message));
    thread.on('error', (error) => this.dependencies.log('an audit failed', { error: error.message }));
    thread.once('exit', () => {
      this.threads.delete(question);
      const state = this.queue.find(question)?.state;
      // A thread that exits without a message was terminated.
      if (state === 'working') this.change(question, { state: 'failed', fault: 'ended' });
      if (state === undefined) this.files.remove(question);
      this.schedule();
    });
  }

  private onThreadMessage(question: string, message: AuditThreadMessage): void {
    switch (message.is) {
      case 'progress':
        return void this.queue.change(question, { done: message.done, of: message.of });
      case 'answer':
        return this.change(question, { state: 'done', facts: message.facts, rows: message.rows });
      case 'fault':
        return this.change(question, { state: 'failed', fault: message.fault, detail: message.detail });
    }
  }

  private change(question: string, news: Pick<QueuedQuestion, 'state'> & Partial<QueuedQuestion>): void {
    this.queue.change(question, news);
    this.schedule();
    this.notifyListeners();
  }

  private save(): Promise<void> {
    return this.files.save({ questions: this.queue.all, last: this.queue.last });
  }

  private notifyListeners(): void {
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }
}

/** Users with bounded access see their own questions, within their present bounds. */
function isVisibleTo({ scope: questionScope, askers }: QueuedQuestion, { user, scope }: AnswerReader): boolean {
  return coversEverything(scope) || (askers.some((asker) => asker.user === user) && scopeText(scope) === questionScope);
}
