import { MemoryJournal } from '../../test/tools/stores/memory-journal';
import { openEngine, type Engine } from '../engine/engine';
import type { CommandEnvelope, Outcome } from '../engine/port';
import { unavailable } from './errors/refusal';
import { commandsOfUsers, ProjectionLag } from './projection-lag';

let now: number;
let lag: ProjectionLag;
beforeEach(() => {
  now = 5_000;
  lag = new ProjectionLag(() => now);
});

describe('the lag', () => {
  test('is nothing before anything is durable, and when all of it is included', () => {
    expect(lag.seconds()).toBe(0);
    lag.durable(9);
    lag.included(9);
    now += 60_000;
    expect(lag.seconds()).toBe(0);
  });

  test('counts from when the oldest batch that is missing became durable, however long nothing had happened', () => {
    lag.durable(3);
    lag.included(3);
    now += 3_600_000;
    lag.durable(5);
    now += 2_000;
    lag.durable(8);
    now += 1_000;
    expect(lag.seconds()).toBe(3);
    lag.included(5);
    expect(lag.seconds()).toBe(1);
    lag.included(8);
    expect(lag.seconds()).toBe(0);
  });

  test('is nothing when they hear of a batch before we do', () => {
    lag.included(7);
    lag.durable(7);
    now += 1_000;
    expect(lag.seconds()).toBe(0);
  });

  test('does not depend on the order in which a head and what leads to it are told', () => {
    lag.durable(9);
    now += 1_000;
    lag.durable(4);
    lag.included(4);
    expect(lag.seconds()).toBe(1);
    lag.included(9);
    expect(lag.seconds()).toBe(0);
  });

  test('begins anew when they are emptied', () => {
    lag.durable(9);
    lag.included(9);
    now += 1_000;
    lag.included(-1);
    now += 2_000;
    expect(lag.seconds()).toBe(2);
    lag.included(9);
    expect(lag.seconds()).toBe(0);
  });

  test('is never told as less than it is, and hardly as more, however much waits', () => {
    lag.included(-1);
    const since: number[] = [];
    for (let position = 0; position < 50_000; position++) {
      since.push(now);
      lag.durable(position);
      now += 7;
    }
    for (let position = 0; position < 49_000; position += 997) {
      lag.included(position);
      const seconds = (now - since[position + 1]) / 1000;
      expect(lag.seconds()).toBeGreaterThanOrEqual(seconds);
      expect(lag.seconds()).toBeLessThan(seconds + 0.5);
    }
  });
});

describe('users’ commands', () => {
  const SECONDS_MAX = 30;
  const CANCELLING = { type: 'CancelOrder', user: 10_000_001, order: 1 } as const;
  /** What the engine says to the command, which shows that it has come there. */
  const TAKEN = { rejected: 'order.not.found' };
  const BUSY = unavailable('system.busy');
  let engine: Engine;
  beforeEach(async () => {
    engine = await openEngine({ journal: new MemoryJournal('lag'), snapshots: null, pendingMax: 10 });
  });
  afterEach(() => engine.close());

  function submit(actor: CommandEnvelope['actor']): Promise<Outcome> {
    return commandsOfUsers(engine, lag, SECONDS_MAX).submit({ actor, command: CANCELLING });
  }

  function foresee(actor: CommandEnvelope['actor']): Promise<Outcome | null> {
    return commandsOfUsers(engine, lag, SECONDS_MAX).foresee({ actor, command: CANCELLING });
  }

  /** Everything else is written as it comes; `missing` seconds ago something was not. */
  function behindFor(missing: number): void {
    lag.durable(1);
    now += missing * 1000;
    lag.included(0);
  }

  test('are taken up to the limit and refused as busy above it', async () => {
    behindFor(SECONDS_MAX);
    await expect(submit('user/10000001')).resolves.toEqual(TAKEN);
    now += 1;
    await expect(submit('user/10000001')).rejects.toEqual(BUSY);
    lag.included(1);
    await expect(submit('user/10000001')).resolves.toEqual(TAKEN);
  });

  test('are foreseen as what they would be told', async () => {
    behindFor(SECONDS_MAX);
    await expect(foresee('user/10000001')).resolves.toEqual(TAKEN);
    now += 1;
    await expect(foresee('user/10000001')).rejects.toEqual(BUSY);
    await expect(foresee('admin/10000009')).resolves.toHaveProperty('rejected');
  });

  test.each(['admin/10000009', 'system'] as const)('are not those of %s', async (actor) => {
    behindFor(SECONDS_MAX + 1);
    await expect(submit(actor)).resolves.toHaveProperty('rejected');
  });

  test('are taken while the store of the read models takes nothing', async () => {
    behindFor(SECONDS_MAX + 1);
    now += 9_999;
    await expect(submit('user/10000001')).rejects.toEqual(BUSY);
    now += 1;
    await expect(submit('user/10000001')).resolves.toEqual(TAKEN);
  });
});
