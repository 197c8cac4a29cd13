/**
 * Questions of auditors, one after the other, each in a thread that ends with it. Answers lie in the data directory for a while, for the owner
 * of the process alone to read; a start forgets them.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { scopeText, seesEverything, WHOLE_SCOPE, type AuditScope } from '../../shared/rules/audit-scope';
import type { AnswerRow, AnswerRows, AskRequest, AuditAnswer, AuditAnswers } from '../../shared/wire/audit-journal';
import { workerFile } from '../journal/worker-file';
import type { Clock } from '../platform/tokens';
import type { AuditWord, AuditWorkerData } from './audit.worker';

/** So many wait at most, and so many answers are kept. */
export const WAITING_MAX = 10;
export const KEPT_MAX = 30;
/** A row is shorter, but for the facts of a few events. */
const PIECE_BYTES = 1 << 18;

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
  private answers: AuditAnswer[] = [];
  private readonly bounds = new Map<string, { scope: AuditScope; within: AskRequest }>();
  private began: number | null = null;
  private count = 0;
  private worker: Worker | null = null;
  private isClosed = false;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly parts: AuditsParts) {
    rmSync(parts.directory, { recursive: true, force: true });
  }

  /** Null when too many wait already; `within` is the question as far as the scope goes. */
  ask(staff: number, asked: AskRequest, scope: AuditScope = WHOLE_SCOPE, within = asked): AuditAnswer | null {
    const waiting = this.answers.filter(({ state }) => state === 'waiting');
    if (waiting.length >= WAITING_MAX || this.isClosed) return null;
    const question = String(++this.count);
    const facts = { at: this.parts.clock(), staff, asked, done: 0, of: this.parts.head() + 1, rows: 0, facts: {} };
    const answer: AuditAnswer = { question, ...facts, state: 'waiting', fault: null, detail: null };
    this.answers = [answer, ...this.answers];
    this.bounds.set(question, { scope, within });
    this.forget();
    this.next();
    return answer;
  }

  /** Resolves when a question has been answered or taken up, or after so long; at once where none is open. */
  async changed(ms: number): Promise<void> {
    if (ms === 0 || !this.answers.some(({ state }) => state === 'waiting' || state === 'working')) return;
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
    const records = this.answers.filter((answer) => this.isSeen(answer, seer));
    return { position: this.parts.head(), began: this.began, at: this.parts.clock(), records };
  }

  of(question: string, seer?: Seer): AuditAnswer | null {
    const answer = this.answers.find((one) => one.question === question);
    return answer && (!seer || this.isSeen(answer, seer)) ? answer : null;
  }

  /** Whose access is bounded sees what they asked themselves, within the bounds of now. */
  private isSeen({ question, staff }: AuditAnswer, { user, scope }: Seer): boolean {
    const asked = this.bounds.get(question)?.scope ?? WHOLE_SCOPE;
    return seesEverything(scope) || (staff === user && scopeText(scope) === scopeText(asked));
  }

  /** Rows from a byte of the file on; those of an answer that is not there yet are none. */
  async rows(question: string, after: number, limit: number): Promise<AnswerRows> {
    const answer = this.of(question);
    if (answer?.state !== 'done') return { records: [], next: null };
    const handle = await open(this.fileOf(question, 'rows'), 'r');
    try {
      const { size } = await handle.stat();
      const records: AnswerRow[] = [];
      let at = after;
      while (records.length < limit && at < size) {
        const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - at));
        await handle.read(piece, 0, piece.length, at);
        const lines = piece
          .subarray(0, piece.lastIndexOf(10) + 1)
          .toString()
          .split('\n')
          .slice(0, -1);
        if (lines.length === 0) break;
        for (const line of lines.slice(0, limit - records.length)) {
          records.push(JSON.parse(line) as AnswerRow);
          at += Buffer.byteLength(line) + 1;
        }
      }
      return { records, next: at < size && records.length > 0 ? at : null };
    } finally {
      await handle.close();
    }
  }

  /** Null where there is none. */
  bundleOf(question: string): { file: string; bytes: number } | null {
    const answer = this.of(question);
    if (answer?.state !== 'done' || answer.asked.ask !== 'bundle') return null;
    const file = this.fileOf(question, 'bundle');
    return { file, bytes: statSync(file).size };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.wake();
    await this.worker?.terminate();
  }

  private forget(): void {
    const old = this.answers.filter(({ state }) => state === 'done' || state === 'failed').slice(KEPT_MAX);
    for (const { question } of old)
      rmSync(path.dirname(this.fileOf(question, 'rows')), { recursive: true, force: true });
    for (const { question } of old) this.bounds.delete(question);
    this.answers = this.answers.filter((answer) => !old.includes(answer));
  }

  private next(): void {
    const answer = this.answers.filter(({ state }) => state === 'waiting').at(-1);
    if (this.worker || !answer || this.isClosed) return;
    const { question, at } = answer;
    const { scope, within } = this.bounds.get(question) ?? { scope: WHOLE_SCOPE, within: answer.asked };
    const rowsFile = this.fileOf(question, 'rows');
    mkdirSync(path.dirname(rowsFile), { recursive: true, mode: 0o700 });
    const bundleFile = this.fileOf(question, 'bundle');
    const workerData: AuditWorkerData = {
      ...{ ...this.parts.data, request: within, scope, at },
      ...{ rowsFile, bundleFile },
    };
    const worker = new Worker(workerFile(path.join(__dirname, 'audit.worker')), { workerData });
    this.worker = worker;
    this.change(question, { state: 'working' });
    worker.on('message', (word: AuditWord) => this.hear(question, word));
    worker.on('error', (error) => this.parts.log('an audit failed', { error: error.message }));
    worker.once('exit', () => {
      // What ended without a word was ended.
      if (this.of(question)?.state === 'working') this.change(question, { state: 'failed', fault: 'ended' });
      this.worker = null;
      this.next();
    });
  }

  private hear(question: string, word: AuditWord): void {
    switch (word.is) {
      case 'progress':
        return this.change(question, { done: word.done, of: word.of });
      case 'answer':
        return this.change(question, { state: 'done', facts: word.facts, rows: word.rows });
      case 'fault':
        return this.change(question, { state: 'failed', fault: word.fault, detail: word.detail });
    }
  }

  private change(question: string, news: Partial<AuditAnswer>): void {
    this.answers = this.answers.map((answer) => (answer.question === question ? { ...answer, ...news } : answer));
    if (news.state !== undefined) this.wake();
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  private fileOf(question: string, what: 'rows' | 'bundle'): string {
    return path.join(this.parts.directory, question, what === 'rows' ? 'rows.jsonl' : 'bundle.zip');
  }
}
