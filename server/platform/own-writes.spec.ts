import type { Actor } from '../core/actor';
import type { CommandEnvelope, CommandPort, Outcome } from '../engine/port';
import { noting, OwnWrites } from './own-writes';

describe('the position that a user was answered last', () => {
  test('is the newest, whatever comes after it', () => {
    const writes = new OwnWrites(-1);
    expect(writes.of(1)).toBe(-1);
    writes.answered(1, 20);
    // A retry gets its first outcome.
    writes.answered(1, 10);
    expect([writes.of(1), writes.of(2)]).toEqual([20, -1]);
  });

  test('is what was durable at the start for who has not been answered since', () => {
    const writes = new OwnWrites(100);
    writes.answered(1, 90);
    expect([writes.of(1), writes.of(2)]).toEqual([100, 100]);
  });

  test('is that of an answer alone while what was durable at the start is waited for too long', () => {
    let isBehind = false;
    const writes = new OwnWrites(100, () => isBehind);
    writes.answered(1, 120);
    expect([writes.of(1), writes.of(2), writes.lacking(40)]).toEqual([120, 100, 0]);
    isBehind = true;
    expect([writes.of(1), writes.of(2), writes.lacking(40)]).toEqual([120, -1, 60]);
    expect([writes.wholeOf(1), writes.wholeOf(2), writes.lacking(100)]).toEqual([120, 100, 0]);
  });

  test('is never older than it was, when there are more users than are remembered', () => {
    const writes = new OwnWrites(0, () => false, 2);
    writes.answered(1, 10);
    writes.answered(2, 20);
    writes.answered(1, 30);
    writes.answered(3, 40);
    expect([1, 2, 3, 4].map((user) => writes.of(user))).toEqual([30, 20, 40, 20]);
    writes.answered(2, 35);
    expect([1, 2, 3, 4].map((user) => writes.of(user))).toEqual([30, 35, 40, 30]);
  });
});

describe('the number of the last command of a user', () => {
  test('is another after each, though more users are counted than are remembered', () => {
    const writes = new OwnWrites(0, () => false, 2);
    const numbers = new Set<number>();
    for (const user of [1, 1, 2, 3, 1]) {
      writes.handOver(user);
      if (user === 1) numbers.add(writes.handedOver(1));
    }
    expect(numbers.size).toBe(3);
    // The least recent one is forgotten.
    expect([2, 3].map((user) => writes.handedOver(user) > 0)).toEqual([false, true]);
  });
});

describe('the port of commands', () => {
  const DURABLE = 70;
  const of = (actor: Actor): CommandEnvelope => ({ actor, command: { type: 'CancelOrder', user: 1, order: 1 } });

  function port(outcome: Outcome | null): CommandPort {
    const figures = { pending: 0, undecided: 0, pendingMax: 1, durablePosition: DURABLE, ready: true, trouble: null };
    return { submit: async () => outcome as Outcome, foresee: async () => outcome, figures: () => figures };
  }

  test.each([
    ['user/7', { position: 50, id: null, repeated: false }, 50],
    ['admin/7', { position: 51, id: 3, repeated: true }, 51],
    ['user/7', { rejected: 'order.not.found' }, DURABLE],
    ['user/8', { position: 50, id: null, repeated: false }, -1],
    ['robot/7', { position: 50, id: null, repeated: false }, -1],
    ['clock', { position: 50, id: null, repeated: false }, -1],
  ] as [Actor, Outcome, number][])('of %s notes %j', async (actor, outcome, position) => {
    const [submitted, foreseen] = [new OwnWrites(-1), new OwnWrites(-1)];
    expect(await noting(submitted, port(outcome)).submit(of(actor))).toBe(outcome);
    expect(await noting(foreseen, port(outcome)).foresee(of(actor))).toBe(outcome);
    expect([submitted.of(7), foreseen.of(7)]).toEqual([position, position]);
  });

  test('notes nothing of what is not known yet', async () => {
    const writes = new OwnWrites(-1);
    expect(await noting(writes, port(null)).foresee(of('user/7'))).toBeNull();
    expect(writes.of(7)).toBe(-1);
  });

  test('knows that a command was handed over, whatever becomes of it', async () => {
    const writes = new OwnWrites(-1);
    const before = writes.handedOver(7);
    const lost = { ...port(null), submit: () => Promise.reject(new Error('lost')) };
    await noting(writes, port(null)).foresee(of('user/7'));
    expect(writes.handedOver(7)).toBe(before);
    await expect(noting(writes, lost).submit(of('user/7'))).rejects.toThrow('lost');
    expect(writes.handedOver(7)).not.toBe(before);
    expect(writes.of(7)).toBe(-1);
  });
});
