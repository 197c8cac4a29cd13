import type { Actor } from '../core/actor';
import type { CommandEnvelope, CommandPort, Outcome } from '../engine/port';
import { recordingAnswers, ReadYourWrites } from './read-your-writes';

describe('the position of a user’s last answer', () => {
  test('is the highest, whatever follows it', () => {
    const writes = new ReadYourWrites(-1);
    expect(writes.minPositionOf(1)).toBe(-1);
    writes.noteAnswer(1, 20);
    // A retry gets the first outcome.
    writes.noteAnswer(1, 10);
    expect([writes.minPositionOf(1), writes.minPositionOf(2)]).toEqual([20, -1]);
  });

  test('is the durable position at the start for users without an answer since', () => {
    const writes = new ReadYourWrites(100);
    writes.noteAnswer(1, 90);
    expect([writes.minPositionOf(1), writes.minPositionOf(2)]).toEqual([100, 100]);
  });

  test('excludes the position at the start while the read models are behind it', () => {
    let isBehind = false;
    const writes = new ReadYourWrites(100, () => isBehind);
    writes.noteAnswer(1, 120);
    expect([writes.minPositionOf(1), writes.minPositionOf(2), writes.missingEvents(40)]).toEqual([120, 100, 0]);
    isBehind = true;
    expect([writes.minPositionOf(1), writes.minPositionOf(2), writes.missingEvents(40)]).toEqual([120, -1, 60]);
    expect([writes.completePositionOf(1), writes.completePositionOf(2), writes.missingEvents(100)]).toEqual([
      120, 100, 0,
    ]);
  });

  test('never decreases when users are evicted', () => {
    const writes = new ReadYourWrites(0, () => false, 2);
    writes.noteAnswer(1, 10);
    writes.noteAnswer(2, 20);
    writes.noteAnswer(1, 30);
    writes.noteAnswer(3, 40);
    expect([1, 2, 3, 4].map((user) => writes.minPositionOf(user))).toEqual([30, 20, 40, 20]);
    writes.noteAnswer(2, 35);
    expect([1, 2, 3, 4].map((user) => writes.minPositionOf(user))).toEqual([30, 35, 40, 30]);
  });
});

describe('the number of a user’s last command', () => {
  test('differs after each command, also for evicted users', () => {
    const writes = new ReadYourWrites(0, () => false, 2);
    const numbers = new Set<number>();
    for (const user of [1, 1, 2, 3, 1]) {
      writes.noteSubmission(user);
      if (user === 1) numbers.add(writes.lastSubmission(1));
    }
    expect(numbers.size).toBe(3);
    // The least recent one is evicted.
    expect([2, 3].map((user) => writes.lastSubmission(user) > 0)).toEqual([false, true]);
  });
});

describe('the command port', () => {
  const DURABLE = 70;
  const of = (actor: Actor): CommandEnvelope => ({ actor, command: { type: 'CancelOrder', user: 1, order: 1 } });

  function port(outcome: Outcome | null): CommandPort {
    const figures = { pending: 0, undecided: 0, pendingMax: 1, durablePosition: DURABLE, ready: true, trouble: null };
    return {
      submit: async () => outcome as Outcome,
      dryRun: async () => outcome,
      queryState: () => Promise.reject(new Error('asked')),
      figures: () => figures,
    };
  }

  test.each([
    ['user/7', { position: 50, id: null, repeated: false }, 50],
    ['admin/7', { position: 51, id: 3, repeated: true }, 51],
    ['user/7', { rejected: 'order.not.found' }, DURABLE],
    ['user/8', { position: 50, id: null, repeated: false }, -1],
    ['robot/7', { position: 50, id: null, repeated: false }, -1],
    ['clock', { position: 50, id: null, repeated: false }, -1],
  ] as [Actor, Outcome, number][])('for %s notes %j', async (actor, outcome, position) => {
    const [submitted, foreseen] = [new ReadYourWrites(-1), new ReadYourWrites(-1)];
    expect(await recordingAnswers(submitted, port(outcome)).submit(of(actor))).toBe(outcome);
    expect(await recordingAnswers(foreseen, port(outcome)).dryRun(of(actor))).toBe(outcome);
    expect([submitted.minPositionOf(7), foreseen.minPositionOf(7)]).toEqual([position, position]);
  });

  test('notes nothing while the outcome is unknown', async () => {
    const writes = new ReadYourWrites(-1);
    expect(await recordingAnswers(writes, port(null)).dryRun(of('user/7'))).toBeNull();
    expect(writes.minPositionOf(7)).toBe(-1);
  });

  test('knows that a command was submitted, whatever its outcome', async () => {
    const writes = new ReadYourWrites(-1);
    const before = writes.lastSubmission(7);
    const lost = { ...port(null), submit: () => Promise.reject(new Error('lost')) };
    await recordingAnswers(writes, port(null)).dryRun(of('user/7'));
    expect(writes.lastSubmission(7)).toBe(before);
    await expect(recordingAnswers(writes, lost).submit(of('user/7'))).rejects.toThrow('lost');
    expect(writes.lastSubmission(7)).not.toBe(before);
    expect(writes.minPositionOf(7)).toBe(-1);
  });
});
