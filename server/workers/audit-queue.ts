/**
 * What auditors have asked and whose turn it is, in memory: each person has a share of their own, and none takes from another's.
 *
 * Fairness: so many questions are worked on at once (`AT_ONCE_MAX`), of each person one at most, and a place that becomes free goes to
 * the person whose last turn is the longest ago, for the oldest question that they wait for. While somebody waits nobody else has two
 * turns. A question that is being worked on is not interrupted: somebody waits for no more than the questions at work and one of each
 * other person, and a long one leaves the other places to short ones of others.
 */
import {
  ANSWERS_KEPT_MAX,
  QUESTIONS_OPEN_MAX,
  type Ask,
  type AskRequest,
  type AuditAnswer,
} from '../../shared/wire/audit-journal';

/** Questions that are worked on at a time. */
export const AT_ONCE_MAX = 2;
const SAME_WITHIN_MS = 60_000;
/** What these say comes from beside the journal as well, which changes without it. */
const BESIDE: readonly Ask[] = ['diff', 'liabilities', 'bundle'];

type State = AuditAnswer['state'];

/** A question, who waits for it or keeps its answer, and how far that is. */
export interface Asked extends Omit<AuditAnswer, 'staff' | 'at'> {
  /** Within what was asked, in its one form as a text: nobody with another scope has a part in it. */
  scope: string;
  /** The question as far as the scope goes. */
  within: AskRequest;
  /** By when each asked it last, in epoch milliseconds; whoever was first comes first. */
  askers: readonly Asker[];
  /** When the journal was read, or would be by now. */
  readAt: number;
  /** Where it ended then; null where that was another process, which may have answered by other programs. */
  readTo: number | null;
}

export interface Asker {
  user: number;
  at: number;
}

export interface NewQuestion extends Pick<Asked, 'scope' | 'asked' | 'within'> {
  user: number;
  at: number;
  /** Where the journal ends. */
  position: number;
}

export class AuditQueue {
  /** By when each person had a turn. */
  private readonly turns = new Map<number, number>();
  private turn = 0;
  private gone: string[] = [];

  /** `count`: the highest number that a question has had. */
  constructor(
    private questions: readonly Asked[] = [],
    private count = 0,
  ) {}

  /** In the order in which they were first asked. */
  get all(): readonly Asked[] {
    return this.questions;
  }

  /** The highest number that a question has had. */
  get last(): number {
    return this.count;
  }

  of(question: string): Asked | undefined {
    return this.questions.find((one) => one.question === question);
  }

  /**
   * The question of this kind that there is, or a new one; null where the person has as many open as they may. What they have open of
   * another scope than they have now is no more theirs to see, and takes up nothing.
   */
  ask({ user, at, position, scope, asked, within }: NewQuestion): Asked | null {
    for (const one of this.questions) if (isOpen(one) && one.scope !== scope) this.leave(one, user);
    const known = this.questions.find(
      (one) => one.scope === scope && isSameRequest(one.asked, asked) && isStillSo(one, at, position),
    );
    const isTheirs = known?.askers.some((asker) => asker.user === user) ?? false;
    const isCounted = !known || (isOpen(known) && !isTheirs);
    if (isCounted && this.openOf(user).length >= QUESTIONS_OPEN_MAX) return null;
    const question = known?.question ?? String(++this.count);
    if (known) this.change(question, { askers: withAsker(known.askers, { user, at }) });
    else {
      const facts = { asked, done: 0, of: position + 1, rows: 0, facts: {}, fault: null, detail: null };
      const read = { readAt: at, readTo: position, askers: [{ user, at }] };
      this.questions = [...this.questions, { question, state: 'waiting', scope, within, ...facts, ...read }];
    }
    this.forget(user);
    return this.of(question) ?? null;
  }

  /** Whoever asked it waits for it no more; it ends when nobody does. False where it is not open. */
  cancel(question: string, user: number): boolean {
    const one = this.of(question);
    if (!one || !isOpen(one)) return false;
    this.leave(one, user);
    return true;
  }

  /** What is worked on next: it is from here on. Null where nothing may be, or nothing waits. */
  take(at: number, position: number): Asked | null {
    const working = this.questions.filter(({ state }) => state === 'working');
    if (working.length >= AT_ONCE_MAX) return null;
    const busy = new Set(working.flatMap(usersOf));
    const first = new Map<number, Waiting>();
    for (const one of this.questions.filter(({ state }) => state === 'waiting'))
      for (const { user, at: since } of one.askers) {
        const before = first.get(user);
        if (!busy.has(user) && (!before || since < before.since)) first.set(user, { user, since, one });
      }
    const lastTurn = ({ user }: Waiting): number => this.turns.get(user) ?? 0;
    const next = [...first.values()].sort(
      (one, other) => lastTurn(one) - lastTurn(other) || one.since - other.since,
    )[0];
    if (!next) return null;
    this.turns.set(next.user, ++this.turn);
    return this.change(next.one.question, { state: 'working', readAt: at, readTo: position });
  }

  /** Null where it has been cancelled. */
  change(question: string, news: Partial<Omit<Asked, 'question'>>): Asked | null {
    const one = this.of(question);
    if (!one) return null;
    const changed = { ...one, ...news };
    this.questions = this.questions.map((each) => (each === one ? changed : each));
    if (isOpen(one) && !isOpen(changed)) for (const user of usersOf(changed)) this.forget(user);
    return changed;
  }

  /** Numbers of questions that nobody keeps any more, each told once. */
  takeGone(): readonly string[] {
    const { gone } = this;
    this.gone = [];
    return gone;
  }

  openOf(user: number): readonly Asked[] {
    return this.questions.filter((one) => isOpen(one) && usersOf(one).includes(user));
  }

  /** Those that are over in this way, as they asked for them last: what comes first goes first. */
  keptOf(user: number, state: 'done' | 'failed'): readonly Asked[] {
    const since = (one: Asked): number => one.askers.find((asker) => asker.user === user)?.at ?? 0;
    return this.questions
      .filter((one) => one.state === state && usersOf(one).includes(user))
      .sort((one, other) => since(one) - since(other));
  }

  /** What has no answer takes no answer's place. */
  private forget(user: number): void {
    for (const state of ['done', 'failed'] as const)
      for (const one of this.keptOf(user, state).slice(0, -ANSWERS_KEPT_MAX)) this.leave(one, user);
  }

  private leave({ question, askers }: Asked, user: number): void {
    const left = askers.filter((asker) => asker.user !== user);
    if (left.length === askers.length) return;
    if (left.length > 0) return void this.change(question, { askers: left });
    this.questions = this.questions.filter((one) => one.question !== question);
    this.gone.push(question);
  }
}

interface Waiting {
  user: number;
  since: number;
  one: Asked;
}

export function isOpen({ state }: { state: State }): boolean {
  return state === 'waiting' || state === 'working';
}

/** As somebody sees it who asked it or, where they did not, as whoever was first does. */
export function seenBy(user: number, asking: Asked): AuditAnswer {
  const { question, asked, state, done, of, rows, facts, fault, detail, askers } = asking;
  const { user: staff, at } = askers.find((asker) => asker.user === user) ?? askers[0];
  return { question, at, staff, asked, state, done, of, rows, facts, fault, detail };
}

function usersOf({ askers }: Asked): number[] {
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

/** Whether it would be answered alike now. */
function isStillSo({ asked, state, fault, readAt, readTo }: Asked, at: number, position: number): boolean {
  if (state === 'waiting') return true;
  const isRecent = at >= readAt && at - readAt <= SAME_WITHIN_MS;
  if (state === 'failed') return isRecent && fault !== 'ended';
  return isRecent || (readTo === position && !BESIDE.includes(asked.ask));
}
