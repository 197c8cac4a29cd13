import fc from 'fast-check';
import { scopeText, WHOLE_SCOPE } from '../../shared/rules/audit-scope';
import { ANSWERS_KEPT_MAX, QUESTIONS_OPEN_MAX, type AskRequest } from '../../shared/wire/audit/audit-journal';
import { AT_ONCE_MAX, AuditQueue, isOpen, answerSeenBy, type QueuedQuestion } from './audit-queue';

const WHOLE = scopeText(WHOLE_SCOPE);
const NARROW = scopeText({ users: [10_000_003], personal: 0 });
const TRIAL: AskRequest = { ask: 'trial' };
const MINUTE_MS = 60_000;

let at = 0;
let position = 9;
beforeEach(() => {
  at = 1_000_000;
  position = 9;
});

const asks = (queue: AuditQueue, user: number, asked: AskRequest = TRIAL, scope = WHOLE): string | null =>
  queue.ask({ user, at, position, scope, asked, within: asked })?.question ?? null;
/** A question asked by one person only. */
const own = (number: number): AskRequest => ({ ask: 'replay', toPosition: number });
const takes = (queue: AuditQueue): string | null => queue.startNext(at, position)?.question ?? null;
const answers = (queue: AuditQueue, question: string | null): void =>
  void queue.change(String(question), { state: 'done' });

describe('the share of a person', () => {
  it('is two questions at a time, regardless of others', () => {
    const queue = new AuditQueue();
    expect([1, 2, 3].map((number) => asks(queue, 1, own(number)))).toEqual(['1', '2', null]);
    expect(asks(queue, 2, own(3))).toBe('3');
    // A third question already asked by another person counts as one's own third; asking one's own question again does not.
    expect([asks(queue, 1, own(3)), asks(queue, 1, own(2))]).toEqual([null, '2']);
    answers(queue, takes(queue));
    expect(asks(queue, 1, own(4))).toBe('4');
  });

  it('is ten answers: the oldest own one is dropped, never another person’s', () => {
    const queue = new AuditQueue();
    asks(queue, 2, own(0));
    answers(queue, takes(queue));
    for (let number = 1; number <= ANSWERS_KEPT_MAX + 3; number++) {
      at++;
      asks(queue, 1, own(number));
      answers(queue, takes(queue));
    }
    expect(queue.endedOf(1, 'done').map(({ asked }) => asked.toPosition)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(queue.endedOf(2, 'done')).toHaveLength(1);
    expect(queue.takeAbandoned()).toEqual(['2', '3', '4']);
    expect(queue.takeAbandoned()).toEqual([]);
  });

  it('keeps an answer, however many failed questions follow', () => {
    const queue = new AuditQueue();
    asks(queue, 1, own(0));
    answers(queue, takes(queue));
    for (let number = 1; number <= ANSWERS_KEPT_MAX + 2; number++) {
      at++;
      const question = String(asks(queue, 1, own(number)));
      takes(queue);
      queue.change(question, { state: 'failed', fault: 'nothing' });
    }
    expect(queue.all.map(({ asked }) => asked.toPosition)).toEqual([0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('is freed by cancelling a question, even a running one', () => {
    const queue = new AuditQueue();
    const [first, second] = [asks(queue, 1, own(1)), asks(queue, 1, own(2))] as string[];
    expect(takes(queue)).toBe(first);
    expect([first, second].map((question) => queue.cancel(question, 1))).toEqual([true, true]);
    expect(queue.takeAbandoned()).toEqual([first, second]);
    expect(queue.change(first, { state: 'done' })).toBeNull();
    expect([3, 4, 5].map((number) => asks(queue, 1, own(number)))).toEqual(['3', '4', null]);
  });

  it('is not used by questions of an earlier scope', () => {
    const queue = new AuditQueue();
    for (const number of [1, 2]) asks(queue, 1, own(number), NARROW);
    expect([3, 4, 5].map((number) => asks(queue, 1, own(number)))).toEqual(['3', '4', null]);
    expect(queue.takeAbandoned()).toEqual(['1', '2']);
  });

  it('does not cancel a finished or unknown question', () => {
    const queue = new AuditQueue();
    const question = String(asks(queue, 1));
    answers(queue, takes(queue));
    expect(queue.cancel(question, 1)).toBe(false);
    expect(queue.cancel('99', 1)).toBe(false);
    expect(queue.find(question)?.state).toBe('done');
  });
});

describe('an equal question', () => {
  it('has one answer per scope, for any order of its parts', () => {
    const queue = new AuditQueue();
    const question = asks(queue, 1, { ask: 'entries', asset: 'BTC', userId: 7 });
    at += 10 * MINUTE_MS;
    position++;
    expect(asks(queue, 2, { userId: 7, asset: 'BTC', ask: 'entries' })).toBe(question);
    takes(queue);
    expect(asks(queue, 3, { userId: 7, asset: 'BTC', ask: 'entries' })).toBe(question);
    expect([1, 2, 3].map((user) => queue.openOf(user).length)).toEqual([1, 1, 1]);
    expect(answerSeenBy(2, queue.find(String(question)) as QueuedQuestion)).toMatchObject({ staff: 2, at });
    expect(answerSeenBy(4, queue.find(String(question)) as QueuedQuestion)).toMatchObject({
      staff: 1,
      at: at - 10 * MINUTE_MS,
    });
    expect(asks(queue, 2, { ask: 'entries', asset: 'BTC' })).not.toBe(question);
  });

  it('is a different one in another scope', () => {
    const queue = new AuditQueue();
    const question = asks(queue, 1);
    expect(asks(queue, 2, TRIAL, NARROW)).not.toBe(question);
    expect(asks(queue, 1, TRIAL, NARROW)).not.toBe(question);
  });

  it('gets the same answer within a minute, and while the journal does not grow', () => {
    const queue = new AuditQueue();
    const question = asks(queue, 1);
    answers(queue, takes(queue));
    at += 5 * MINUTE_MS;
    expect(asks(queue, 2)).toBe(question);
    position++;
    const later = asks(queue, 2);
    expect(later).not.toBe(question);
    answers(queue, takes(queue));
    position++;
    at += MINUTE_MS;
    expect(asks(queue, 3)).toBe(later);
    at += 1;
    expect(asks(queue, 3)).not.toBe(later);
  });

  it.each(['diff', 'liabilities', 'bundle'] as const)('%s is valid for a minute only', (ask) => {
    const queue = new AuditQueue();
    const question = asks(queue, 1, { ask });
    answers(queue, takes(queue));
    at += MINUTE_MS;
    expect(asks(queue, 2, { ask })).toBe(question);
    at += 1;
    expect(asks(queue, 2, { ask })).not.toBe(question);
  });

  it('is asked again after it was ended, or if an earlier process read the journal', () => {
    const queue = new AuditQueue();
    const question = String(asks(queue, 1));
    takes(queue);
    queue.change(question, { state: 'failed', fault: 'ended' });
    const again = String(asks(queue, 1));
    expect(again).not.toBe(question);
    answers(queue, takes(queue));
    at += MINUTE_MS + 1;
    const restarted = new AuditQueue(
      queue.all.map((one) => ({ ...one, readTo: null })),
      queue.last,
    );
    expect(asks(restarted, 1)).toBe('3');
  });

  it('continues for the other askers when one cancels', () => {
    const queue = new AuditQueue();
    const question = String(asks(queue, 1));
    asks(queue, 2);
    takes(queue);
    expect(queue.cancel(question, 1)).toBe(true);
    expect(queue.takeAbandoned()).toEqual([]);
    expect([queue.openOf(1).length, queue.openOf(2).length]).toEqual([0, 1]);
    expect(queue.cancel(question, 1)).toBe(true);
    expect(queue.cancel(question, 2)).toBe(true);
    expect(queue.takeAbandoned()).toEqual([question]);
  });
});

describe('turns', () => {
  it('alternate between persons: one question each, the last one served last', () => {
    const queue = new AuditQueue();
    for (const number of [1, 2]) asks(queue, 1, own(number));
    expect([takes(queue), takes(queue)]).toEqual(['1', null]);
    for (const number of [3, 4]) asks(queue, 2, own(number));
    expect([takes(queue), takes(queue)]).toEqual(['3', null]);
    asks(queue, 3, own(5));
    answers(queue, '3');
    expect(takes(queue)).toBe('5');
    answers(queue, '1');
    expect(takes(queue)).toBe('2');
  });
});

type Move =
  | { do: 'ask'; user: number; about: number; isNarrow: boolean }
  | { do: 'cancel'; user: number }
  | { do: 'take' }
  | { do: 'end'; which: number }
  | { do: 'pass'; ms: number; events: number };

const user = fc.integer({ min: 1, max: 5 });
const asking = fc.record({
  ...{ do: fc.constant('ask' as const), user, about: fc.integer({ min: 0, max: 11 }) },
  isNarrow: fc.nat(19).map((number) => number === 0),
});
const passing = fc.record({
  ...{ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 20_000, 90_000), events: fc.constantFrom(0, 1) },
});
const move: fc.Arbitrary<Move> = fc.oneof(
  { arbitrary: asking, weight: 6 },
  { arbitrary: fc.record({ do: fc.constant('cancel' as const), user }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('take' as const) }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat(9) }), weight: 2 },
  { arbitrary: passing, weight: 1 },
);

/** Persons with odd numbers have a limited scope, unless it was just changed. */
const scopeFor = (one: number, isNarrow: boolean): string => ((one % 2 === 1) === isNarrow ? NARROW : WHOLE);

it('in any sequence shares hold, scopes are separate, and a waiting person is overtaken once by each other', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 150 }), (moves) => {
      const queue = new AuditQueue();
      let [now, head] = [1_000, 0];
      /** Turns of every other person since a person began to wait without a running question. */
      const overtaken = new Map<number, Map<number, number>>();
      const scopes = new Map<string, string>();
      const begin = (): boolean => {
        const before = queue.all;
        const taken = queue.startNext(now, head);
        if (!taken) return false;
        expect(before.find(({ question }) => question === taken.question)?.state).toBe('waiting');
        const atWork = before.filter(({ state }) => state === 'working').flatMap(({ askers }) => askers);
        expect(taken.askers.some(({ user: asker }) => atWork.every((busy) => busy.user !== asker))).toBe(true);
        const served = new Set(taken.askers.map((asker) => asker.user));
        for (const [waiter, turns] of overtaken) {
          if (served.has(waiter)) continue;
          // A turn counts for one person, even if several have asked the question.
          if (served.size > 1) continue;
          for (const one of served) turns.set(one, (turns.get(one) ?? 0) + 1);
          expect([waiter, Math.max(0, ...turns.values()) <= 1]).toEqual([waiter, true]);
        }
        return true;
      };
      const look = (): void => {
        const working = queue.all.filter(({ state }) => state === 'working');
        expect(working.length).toBeLessThanOrEqual(AT_ONCE_MAX);
        for (const one of queue.all) {
          expect(one.askers.length).toBeGreaterThan(0);
          expect(scopes.get(one.question) ?? one.scope).toBe(one.scope);
          scopes.set(one.question, one.scope);
        }
        for (let person = 1; person <= 5; person++) {
          expect(queue.openOf(person).length).toBeLessThanOrEqual(QUESTIONS_OPEN_MAX);
          for (const state of ['done', 'failed'] as const)
            expect(queue.endedOf(person, state).length).toBeLessThanOrEqual(ANSWERS_KEPT_MAX);
          const open = queue.openOf(person);
          const isBlocked = open.length === 0 || open.some(({ state }) => state === 'working');
          if (isBlocked) overtaken.delete(person);
          else if (!overtaken.has(person)) overtaken.set(person, new Map());
        }
      };
      for (const one of moves) {
        if (one.do === 'ask') {
          const scope = scopeFor(one.user, one.isNarrow);
          const openBefore = queue.openOf(one.user).filter((asked) => asked.scope === scope).length;
          const asked: AskRequest = { ask: 'trial', toPosition: one.about };
          const given = queue.ask({ user: one.user, at: now, position: head, scope, asked, within: asked });
          expect(given?.scope ?? scope).toBe(scope);
          // Another person's questions never cause a rejection.
          if (!given) expect(openBefore).toBe(QUESTIONS_OPEN_MAX);
        } else if (one.do === 'cancel') {
          const [first] = queue.openOf(one.user);
          if (first) expect(queue.cancel(first.question, one.user)).toBe(true);
        } else if (one.do === 'take') begin();
        else if (one.do === 'end') {
          const working = queue.all.filter(({ state }) => state === 'working');
          const ended = working[one.which % Math.max(1, working.length)];
          if (ended) queue.change(ended.question, { state: one.which % 3 === 0 ? 'failed' : 'done', fault: null });
        } else {
          now += one.ms;
          head += one.events;
        }
        look();
      }
      // No starvation: all open questions are answered if places keep becoming free.
      for (let turn = 0; queue.all.some(isOpen); turn++) {
        expect(turn).toBeLessThan(40);
        const [working] = queue.all.filter(({ state }) => state === 'working');
        if (!begin() && working) queue.change(working.question, { state: 'done' });
        look();
      }
    }),
    { numRuns: 300 },
  );
});
