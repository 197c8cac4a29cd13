import { withClientId, buy, given, restingOrder } from '../../test/tools/fixtures/core-fixture';
import { encodeBody } from '../products/core';
import type { CommandEnvelope } from './port';
import {
  closeEngines,
  openEngineWithBatches,
  trackOutcome,
  flushPromises,
  refusedOrder,
  expectStored,
} from '../../test/tools/fixtures/sequencer-fixture';

afterEach(closeEngines);

describe('when an append fails', () => {
  test.each(['refused', 'too_large'] as const)(
    '%s: nothing was stored, callers may retry, the state is rebuilt',
    async (fault) => {
      const { engine, journal, notices } = await openEngineWithBatches();
      const rebuilt = notices.next('rebuilt').then(flushPromises);
      journal.pause();
      journal.failNext(fault);
      const first = trackOutcome(engine.submit(withClientId('a', buy(100, 1))));
      const told = trackOutcome(engine.submit(refusedOrder));
      await flushPromises();
      const gathered = trackOutcome(engine.submit(withClientId('b', buy(99, 1))));
      journal.resume();
      await rebuilt;
      expect([first.outcome, told.outcome, gathered.outcome]).toEqual(['system.busy', 'system.busy', 'system.busy']);
      expectStored(engine, journal);
      await expect(engine.submit(withClientId('a', buy(100, 1)))).resolves.toMatchObject({ id: 1, repeated: false });
      await expect(engine.submit(withClientId('b', buy(99, 1)))).resolves.toMatchObject({ id: 2, repeated: false });
      expectStored(engine, journal);
    },
  );

  test('commands are refused during the rebuild', async () => {
    const { engine, journal, notices } = await openEngineWithBatches();
    const stopped = notices.next('engine stopped');
    const failed = notices.next('rebuild failed');
    const rebuilt = notices.next('rebuilt').then(flushPromises);
    journal.failNext('refused');
    journal.failReads(1);
    const lost = trackOutcome(engine.submit(buy(100, 1)));
    await stopped;
    await failed;
    expect(engine.figures().ready).toBe(false);
    await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
    await rebuilt;
    await flushPromises();
    expect(lost.outcome).toBe('system.busy');
    expect(engine.figures()).toMatchObject({ ready: true, pending: 0 });
    await expect(engine.submit(buy(100, 1))).resolves.toMatchObject({ id: 1 });
  });

  test.each(['unknown', 'other'] as const)(
    '%s and not stored: the outcome is unknown, and a retry succeeds',
    async (fault) => {
      const { engine, journal, notices } = await openEngineWithBatches();
      const rebuilt = notices.next('rebuilt').then(flushPromises);
      journal.failNext(fault);
      await expect(engine.submit(withClientId('a', buy(100, 1)))).rejects.toMatchObject({ code: 'outcome.unknown' });
      await rebuilt;
      await expect(engine.submit(withClientId('a', buy(100, 1)))).resolves.toMatchObject({ id: 1, repeated: false });
      expectStored(engine, journal);
    },
  );

  test('repeatedly: the pauses before a rebuild grow, state their reason, and restart after a success', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
    try {
      const { engine, journal, notices } = await openEngineWithBatches();
      const pauses: number[] = [];
      for (let time = 0; time < 9; time++) {
        const stopped = notices.next('engine stopped');
        journal.failNext('refused');
        await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
        await stopped;
        await flushPromises();
        let paused = 0;
        for (; !engine.figures().ready; paused += 50) {
          expect(engine.figures().trouble).toBe('as told: refused');
          await jest.advanceTimersByTimeAsync(50);
          await flushPromises();
        }
        pauses.push(paused);
      }
      expect(pauses).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
      expect(engine.figures().trouble).toBe('as told: refused');
      await engine.submit(buy(100, 1));
      expect(engine.figures().trouble).toBeNull();
      journal.failNext('refused');
      await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
      await flushPromises();
      await flushPromises();
      expect(engine.figures().ready).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  test('closing does not wait for the pause', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
    try {
      const { engine, journal, notices } = await openEngineWithBatches();
      for (let time = 0; time < 2; time++) {
        journal.failNext('refused');
        await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
        await flushPromises();
      }
      expect(engine.figures().ready).toBe(false);
      await engine.close();
      expect(notices.told.filter((told) => told === 'rebuilt')).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  test('broken: the outcome is unknown, the process is told to exit, and no more commands are accepted', async () => {
    const { engine, journal, notices, fatal } = await openEngineWithBatches();
    journal.failNext('broken');
    await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'outcome.unknown' });
    await flushPromises();
    expect(fatal).toMatchObject([{ fault: 'broken' }]);
    await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
    expect(engine.figures().ready).toBe(false);
    expect(notices.told).not.toContain('rebuilt');
  });

  test('unknown and stored: the stream is read back, and the retry returns the first result', async () => {
    const { engine, journal, notices } = await openEngineWithBatches();
    const rebuilt = notices.next('rebuilt').then(flushPromises);
    journal.pause();
    journal.failNext('unknown', 1);
    const first = trackOutcome(engine.submit(withClientId('a', buy(100, 1))));
    await flushPromises();
    const gathered = trackOutcome(engine.submit(withClientId('b', buy(99, 1))));
    journal.resume();
    await rebuilt;
    expect(first.outcome).toBe('outcome.unknown');
    // Never handed to the journal, so certainly not stored.
    expect(gathered.outcome).toBe('system.busy');
    expectStored(engine, journal);
    await expect(engine.submit(withClientId('a', buy(100, 1)))).resolves.toMatchObject({ id: 1, repeated: true });
  });

  test('unknown and stored: the next command follows the stored batches', async () => {
    const { engine, journal, notices, fatal } = await openEngineWithBatches();
    const rebuilt = notices.next('rebuilt').then(flushPromises);
    journal.failNext('unknown', 1);
    await expect(engine.submit(withClientId('a', buy(100, 1)))).rejects.toMatchObject({ code: 'outcome.unknown' });
    await rebuilt;
    await expect(engine.submit(withClientId('b', buy(99, 1)))).resolves.toMatchObject({ id: 2, repeated: false });
    expect(fatal).toEqual([]);
    expectStored(engine, journal);
  });

  test('unknown and partly stored: batches before the cut count, later ones do not', async () => {
    const { engine, journal, notices } = await openEngineWithBatches();
    const rebuilt = notices.next('rebuilt').then(flushPromises);
    journal.failNext('unknown', 1);
    const answers = [
      trackOutcome(engine.submit(withClientId('a', buy(100, 1)))),
      trackOutcome(engine.submit(withClientId('b', buy(99, 1)))),
    ];
    await rebuilt;
    await flushPromises();
    expect(answers.map((answer) => answer.outcome)).toEqual(['outcome.unknown', 'outcome.unknown']);
    await expect(engine.submit(withClientId('a', buy(100, 1)))).resolves.toMatchObject({ id: 1, repeated: true });
    expect(engine.state().orders.size).toBe(1);
  });
});

describe('when another writer appends', () => {
  async function taken() {
    const parts = await openEngineWithBatches();
    const { exchange } = given(restingOrder('buy', 50, 1));
    const batch = exchange.batches[exchange.batches.length - 1];
    parts.journal.appendForeign([{ batch, body: encodeBody(batch) }]);
    const answer = trackOutcome(parts.engine.submit(buy(100, 1)));
    await flushPromises();
    return { ...parts, answer };
  }

  test('the caller may retry elsewhere, the process is told to exit, and no more commands are accepted', async () => {
    const { engine, fatal, answer, journal } = await taken();
    expect(answer.outcome).toBe('system.busy');
    expect(fatal).toMatchObject([{ fault: 'conflict' }]);
    const before = journal.stored().length;
    await expect(engine.submit(buy(100, 1))).rejects.toMatchObject({ code: 'system.busy' });
    expect(journal.stored().length).toBe(before);
  });

  test('the engine is not ready', async () => {
    const { engine } = await taken();
    expect(engine.figures().ready).toBe(false);
  });
});

describe('when an assertion fails', () => {
  /** Impossible from outside: the core's own follow-up for an order that waits for no trigger. */
  const impossible: CommandEnvelope = { actor: 'clock', command: { type: 'TriggerOrder', order: 99 } };

  test('the engine stops and rebuilds, and acknowledges only stored batches', async () => {
    const { engine, journal, notices } = await openEngineWithBatches();
    const rebuilt = notices.next('rebuilt').then(flushPromises);
    const before = journal.stored().length;
    const answers = [
      trackOutcome(engine.submit(withClientId('a', buy(100, 1)))),
      trackOutcome(engine.submit(impossible)),
      trackOutcome(engine.submit(buy(99, 1))),
    ];
    await rebuilt;
    expect(answers.map((answer) => answer.outcome)).toEqual(['system.busy', 'system.busy', 'system.busy']);
    expect(journal.stored().length).toBe(before);
    expectStored(engine, journal);
    await expect(engine.submit(withClientId('a', buy(100, 1)))).resolves.toMatchObject({ id: 1, repeated: false });
  });

  test('an append in progress is awaited, and its stored commands are answered', async () => {
    const { engine, journal, notices } = await openEngineWithBatches();
    const rebuilt = notices.next('rebuilt').then(flushPromises);
    journal.pause();
    const stored = trackOutcome(engine.submit(buy(100, 1)));
    await flushPromises();
    const broken = trackOutcome(engine.submit(impossible));
    await flushPromises();
    expect([stored.outcome, broken.outcome]).toEqual([null, 'system.busy']);
    journal.resume();
    await rebuilt;
    expect(stored.outcome).toMatchObject({ id: 1 });
    expectStored(engine, journal);
  });
});
