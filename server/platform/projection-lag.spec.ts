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
  test('is 0 before anything is durable, and when everything is included', () => {
    expect(lag.seconds()).toBe(0);
    lag.durable(9);
    lag.included(9);
    now += 60_000;
    expect(lag.seconds()).toBe(0);
  });

  test('counts from the time the oldest missing batch became durable, regardless of earlier silence', () => {
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

  test('is 0 when the read models report a batch before the journal does', () => {
    lag.included(7);
    lag.durable(7);
    now += 1_000;
    expect(lag.seconds()).toBe(0);
  });

  test('does not depend on the order of reports', () => {
    lag.durable(9);
    now += 1_000;
    lag.durable(4);
    lag.included(4);
    expect(lag.seconds()).toBe(1);
    lag.included(9);
    expect(lag.seconds()).toBe(0);
  });

  test('restarts when the read models are emptied', () => {
    lag.durable(9);
    lag.included(9);
    now += 1_000;
    lag.included(-1);
    now += 2_000;
    expect(lag.seconds()).toBe(2);
    lag.included(9);
    expect(lag.seconds()).toBe(0);
  });

  test('is never understated and hardly overstated, however much waits', () => {
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
  /** The engine's answer, which proves that the command reached it. */
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
    return commandsOfUsers(engine, lag, SECONDS_MAX).dryRun({ actor, command: CANCELLING });
  }

  /** Everything is projected at once, except one batch that has been missing for `missing` seconds. */
  function behindFor(missing: number): void {
    lag.durable(1);
    now += missing * 1000;
    lag.included(0);
  }

  test('are accepted up to the limit and rejected as busy above it', async () => {
    behindFor(SECONDS_MAX);
    await expect(submit('user/10000001')).resolves.toEqual(TAKEN);
    now += 1;
    await expect(submit('user/10000001')).rejects.toEqual(BUSY);
    lag.included(1);
    await expect(submit('user/10000001')).resolves.toEqual(TAKEN);
  });

  test('get the same answer in a dry run', async () => {
    behindFor(SECONDS_MAX);
    await expect(foresee('user/10000001')).resolves.toEqual(TAKEN);
    now += 1;
    await expect(foresee('user/10000001')).rejects.toEqual(BUSY);
    await expect(foresee('admin/10000009')).resolves.toHaveProperty('rejected');
  });

  test.each(['admin/10000009', 'system'] as const)('exclude those of %s', async (actor) => {
    behindFor(SECONDS_MAX + 1);
    await expect(submit(actor)).resolves.toHaveProperty('rejected');
  });

  test('are accepted while the store of the read models is unreachable', async () => {
    behindFor(SECONDS_MAX + 1);
    now += 9_999;
    await expect(submit('user/10000001')).rejects.toEqual(BUSY);
    now += 1;
    await expect(submit('user/10000001')).resolves.toEqual(TAKEN);
  });
});
