/**
 * Queue of auditors' questions, in memory. Each person has a separate share. Fairness: at most `AT_ONCE_MAX` questions are worked on at
 * once, at most one of each person. A free place goes to the waiting person whose last turn is the longest ago, for that person's oldest
 * question. While one person waits, no other has two turns. Questions at work are not interrupted: a person waits at most for those at work
 * and one of each other person. A long question leaves the other places to short ones.
 */
import {
  ANSWERS_KEPT_MAX,
  QUESTIONS_OPEN_MAX,
  type QuestionKind,
  type AskRequest,
  type AuditAnswer,
} from '../../shared/wire/audit/audit-journal';

/** Maximum questions processed at a time. */
export const AT_ONCE_MAX = 2;
const REUSE_MS = 60_000;
/** Answers to these also depend on data outside the journal, which changes independently. */
const ASKS_BEYOND_JOURNAL: readonly QuestionKind[] = ['diff', 'liabilities', 'bundle'];

type State = AuditAnswer['state'];

/** A question with its askers and its progress. */
export interface QueuedQuestion extends Omit<AuditAnswer, 'staff' | 'at'> {
  /** Scope of the question, as canonical text: persons with another scope do not share it. */
  scope: string;
  /** The question limited to the scope. */
  within: AskRequest;
  /** Askers with the time of their last request, in epoch milliseconds, in order of their first request. */
  askers: readonly Asker[];
  /** Time at which the journal was read, or would be read now. */
  readAt: number;
  /** Position at which the journal ended then; null if another process, perhaps of another version, gave the answer. */
  readTo: number | null;
}

export interface Asker {
  user: number;
  at: number;
}

export interface NewQuestion extends Pick<QueuedQuestion, 'scope' | 'asked' | 'within'> {
  user: number;
  at: number;
  /** Position at which the journal ends. */
  position: number;
}

export class AuditQueue {
  /** Order of each person's last turn. */
  private readonly lastTurnByUser = new Map<number, number>();
  private turnCount = 0;
  private abandoned: string[] = [];

  /** `count`: the highest question number so far. */
  constructor(
    private questions: readonly QueuedQuestion[] = [],
    private count = 0,
  ) {}

  /** In order of the first request. */
  get all(): readonly QueuedQuestion[] {
    return this.questions;
  }

  /** The highest question number so far. */
  get last(): number {
    return this.count;
  }

  find(question: string): QueuedQuestion | undefined {
    return this.questions.find((one) => one.question === question);
  }

  /**
   * Returns the existing question of this kind or a new one; null if the person has the maximum of open questions. Open questions of a
   * scope that the person no longer has are withdrawn and do not count.
   */
  ask({ user, at, position, scope, asked, within }: NewQuestion): QueuedQuestion | null {
    for (const one of this.questions) if (isOpen(one) && one.scope !== scope) this.removeAsker(one, user);
    const existing = this.questions.find(
      (one) => one.scope === scope && isSameRequest(one.asked, asked) && isAnswerCurrent(one, at, position),
    );
    const isTheirs = existing?.askers.some((asker) => asker.user === user) ?? false;
    const isCounted = !existing || (isOpen(existing) && !isTheirs);
    if (isCounted && this.openOf(user).length >= QUESTIONS_OPEN_MAX) return null;
    const question = existing?.question ?? String(++this.count);
    if (existing) this.change(question, { askers: withAsker(existing.askers, { user, at }) });
    else {
      const fields = { asked, done: 0, of: position + 1, rows: 0, facts: {}, fault: null, detail: null };
      const read = { readAt: at, readTo: position, askers: [{ user, at }] };
      this.questions = [...this.questions, { question, state: 'waiting', scope, within, ...fields, ...read }];
    }
    this.dropOldest(user);
    return this.find(question) ?? null;
  }

  /** Withdraws a person from a question; the question ends when no one waits for it. Returns false if it is not open. */
  cancel(question: string, user: number): boolean {
    const one = this.find(question);
    if (!one || !isOpen(one)) return false;
    this.removeAsker(one, user);
    return true;
  }

  /** Starts the next question; null if no place is free or no question waits. */
  startNext(at: number, position: number): QueuedQuestion | null {
    const working = this.questions.filter(({ state }) => state === 'working');
    if (working.length >= AT_ONCE_MAX) return null;
    const busyUsers = new Set(working.flatMap(usersOf));
    const waitingByUser = new Map<number, Waiting>();
    for (const one of this.questions.filter(({ state }) => state === 'waiting'))
      for (const { user, at: since } of one.askers) {
        const before = waitingByUser.get(user);
        if (!busyUsers.has(user) && (!before || since < before.since)) waitingByUser.set(user, { user, since, one });
      }
    const lastTurn = ({ user }: Waiting): number => this.lastTurnByUser.get(user) ?? 0;
    const next = [...waitingByUser.values()].sort(
      (one, other) => lastTurn(one) - lastTurn(other) || one.since - other.since,
    )[0];
    if (!next) return null;
    this.lastTurnByUser.set(next.user, ++this.turnCount);
    return this.change(next.one.question, { state: 'working', readAt: at, readTo: position });
  }

  /** Null if the question was cancelled. */
  change(question: string, news: Partial<Omit<QueuedQuestion, 'question'>>): QueuedQuestion | null {
    const one = this.find(question);
    if (!one) return null;
    const changed = { ...one, ...news };
    this.questions = this.questions.map((each) => (each === one ? changed : each));
    if (isOpen(one) && !isOpen(changed)) for (const user of usersOf(changed)) this.dropOldest(user);
    return changed;
  }

  /** Numbers of questions without askers, each returned once. */
  takeAbandoned(): readonly string[] {
    const { abandoned: abandonedIds } = this;
    this.abandoned = [];
    return abandonedIds;
  }

  openOf(user: number): readonly QueuedQuestion[] {
    return this.questions.filter((one) => isOpen(one) && usersOf(one).includes(user));
  }

  /** The person's questions that ended in this state, in order of the last request; the first is displaced first. */
  endedOf(user: number, state: 'done' | 'failed'): readonly QueuedQuestion[] {
    const since = (one: QueuedQuestion): number => one.askers.find((asker) => asker.user === user)?.at ?? 0;
    return this.questions
      .filter((one) => one.state === state && usersOf(one).includes(user))
      .sort((one, other) => since(one) - since(other));
  }

  /** Failed questions do not displace answers: each has its own maximum. */
  private dropOldest(user: number): void {
    for (const state of ['done', 'failed'] as const)
      for (const one of this.endedOf(user, state).slice(0, -ANSWERS_KEPT_MAX)) this.removeAsker(one, user);
  }

  private removeAsker({ question, askers }: QueuedQuestion, user: number): void {
    const remaining = askers.filter((asker) => asker.user !== user);
    if (remaining.length === askers.length) return;
    if (remaining.length > 0) return void this.change(question, { askers: remaining });
    this.questions = this.questions.filter((one) => one.question !== question);
    this.abandoned.push(question);
  }
}

interface Waiting {
  user: number;
  since: number;
  one: QueuedQuestion;
}

export function isOpen({ state }: { state: State }): boolean {
  return state === 'waiting' || state === 'working';
}

/** The question as seen by this user if they asked it, or else as seen by its first asker. */
export function answerSeenBy(user: number, asking: QueuedQuestion): AuditAnswer {
  const { question, asked, state, done, of, rows, facts, fault, detail, askers } = asking;
  const { user: staff, at } = askers.find((asker) => asker.user === user) ?? askers[0];
  return { question, at, staff, asked, state, done, of, rows, facts, fault, detail };
}

function usersOf({ askers }: QueuedQuestion): number[] {
  return askers.map(({ user }) => user);
}

function withAsker(askers: readonly Asker[], asker: Asker): readonly Asker[] {
  const isKnown = askers.some(({ user }) => user === asker.user);
  return isKnown ? askers.map((one) => (one.user === asker.user ? asker : one)) : [...askers, asker];
}

function isSameRequest(one: AskRequest, other: AskRequest): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof AskRequest>;
  return [...names].every((name) => one[name] === other[name]);
}

/** Whether the answer would be the same now. */
function isAnswerCurrent(
  { asked, state, fault, readAt, readTo }: QueuedQuestion,
  at: number,
  position: number,
): boolean {
  if (state === 'waiting') return true;
  const isRecent = at >= readAt && at - readAt <= REUSE_MS;
  if (state === 'failed') return isRecent && fault !== 'ended';
  return isRecent || (readTo === position && !ASKS_BEYOND_JOURNAL.includes(asked.ask));
}
