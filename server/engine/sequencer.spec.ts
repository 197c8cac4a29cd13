import { MemoryJournal } from '../../test/tools/stores/memory-journal';
import {
  ALICE,
  withClientId,
  BOB,
  buy,
  LISTINGS,
  restingOrder,
  stopLimit,
} from '../../test/tools/fixtures/core-fixture';
import { bytesOf } from '../../test/tools/fixtures/largest';
import { BATCH_BYTES_MAX } from '../core/bounds';
import { stateHash } from './state-hash';
import {
  closeEngines,
  open,
  openEngineWithBatches,
  trackOutcome,
  flushPromises,
  refusedOrder,
  expectStored,
} from '../../test/tools/fixtures/sequencer-fixture';

afterEach(closeEngines);

describe('an answer', () => {
  test('is sent once its batch is durable', async () => {
    const { engine, journal } = await openEngineWithBatches();
    journal.pause();
    const answer = trackOutcome(engine.submit(buy(100, 1)));
    await flushPromises();
    expect(answer.outcome).toBeNull();
    const before = journal.stored().length;
    journal.resume();
    await flushPromises();
    expect(answer.outcome).toEqual({ position: journal.head().position, id: 1, repeated: false });
    expect(journal.stored().length).toBe(before + 1);
  });

  test('with a refusal waits for the append of the state behind it', async () => {
    const { engine, journal } = await openEngineWithBatches();
    journal.pause();
    const first = trackOutcome(engine.submit(buy(100, 1)));
    const gathered = trackOutcome(engine.submit(refusedOrder));
    await flushPromises();
    const appending = trackOutcome(engine.submit(refusedOrder));
    await flushPromises();
    expect([first.outcome, gathered.outcome, appending.outcome]).toEqual([null, null, null]);
    journal.resume();
    await flushPromises();
    expect(gathered.outcome).toEqual({ rejected: 'price.out.of.range' });
    expect(appending.outcome).toEqual({ rejected: 'price.out.of.range' });
  });

  test('with a refusal is immediate if no append is in progress', async () => {
    const { engine, journal } = await openEngineWithBatches();
    journal.pause();
    await expect(engine.submit(refusedOrder)).resolves.toEqual({ rejected: 'price.out.of.range' });
    journal.resume();
  });

  test('names the batch of the command, not of its follow-ups', async () => {
    const { engine, journal } = await openEngineWithBatches();
    await engine.submit(stopLimit('buy', 105, 90, 1));
    await engine.submit(restingOrder('sell', 105, 1));
    const outcome = await engine.submit(buy(105, 1));
    const batches = journal.stored();
    expect(batches[batches.length - 1].batch.command.type).toBe('TriggerOrder');
    expect(outcome).toMatchObject({ position: batches[batches.length - 2].position });
  });
});

describe('the same client id', () => {
  test('ASVS 2.3.4: while the first is in flight: one batch, and both are answered when it is durable', async () => {
    const { engine, journal } = await openEngineWithBatches();
    const before = journal.stored().length;
    journal.pause();
    const answers = [
      trackOutcome(engine.submit(withClientId('a', buy(100, 1)))),
      trackOutcome(engine.submit(withClientId('a', buy(100, 1)))),
    ];
    const reused = trackOutcome(engine.submit(withClientId('a', buy(100, 2))));
    await flushPromises();
    expect(answers.map((answer) => answer.outcome)).toEqual([null, null]);
    journal.resume();
    await flushPromises();
    const { position } = journal.head();
    expect(answers[0].outcome).toEqual({ position, id: 1, repeated: false });
    expect(answers[1].outcome).toEqual({ position, id: 1, repeated: true });
    expect(reused.outcome).toEqual({ rejected: 'client.id.reused' });
    expect(journal.stored().length).toBe(before + 1);
  });
});

describe('a dry run', () => {
  test('returns the first result of a repeated command once durable, without effect', async () => {
    const { engine, journal } = await openEngineWithBatches();
    journal.pause();
    const first = trackOutcome(engine.submit(withClientId('a', buy(100, 1))));
    const again = trackOutcome(engine.dryRun(withClientId('a', buy(100, 1))));
    const reused = trackOutcome(engine.dryRun(withClientId('a', buy(100, 2))));
    await flushPromises();
    expect([again.outcome, reused.outcome]).toEqual([null, null]);
    journal.resume();
    await flushPromises();
    const { position } = journal.head();
    expect(first.outcome).toEqual({ position, id: 1, repeated: false });
    expect(again.outcome).toEqual({ position, id: 1, repeated: true });
    expect(reused.outcome).toEqual({ rejected: 'client.id.reused' });
    expect(engine.figures().pending).toBe(0);
  });

  test('returns a present refusal once its state is durable; the command may succeed later', async () => {
    const { engine, journal } = await openEngineWithBatches();
    const fok = withClientId('a', buy(100, 1, { timeInForce: 'fok' }));
    journal.pause();
    const other = engine.submit(buy(99, 1));
    const refused = trackOutcome(engine.dryRun(fok));
    await flushPromises();
    expect(refused.outcome).toBeNull();
    journal.resume();
    await other;
    await flushPromises();
    expect(refused.outcome).toEqual({ rejected: 'order.cannot.fill' });
    await engine.submit(restingOrder('sell', 100, 1));
    await expect(engine.dryRun(fok)).resolves.toBeNull();
    const before = journal.stored().length;
    await expect(engine.submit(fok)).resolves.toMatchObject({ repeated: false });
    expect(journal.stored().length).toBe(before + 1);
  });

  test('is refused while the engine accepts no commands', async () => {
    const { engine } = await openEngineWithBatches({ pendingMax: 0 });
    await expect(engine.dryRun(buy(100, 1))).rejects.toThrow('system.busy');
    await engine.close();
    await expect(engine.dryRun(buy(100, 1))).rejects.toThrow('system.busy');
  });
});

describe('groups', () => {
  test('contain the commands of one turn; commands during an append form the next group', async () => {
    const { engine, journal } = await openEngineWithBatches();
    const before = journal.groups.length;
    journal.pause();
    const first = [engine.submit(buy(100, 1)), engine.submit(buy(99, 1)), engine.submit(buy(98, 1))];
    await flushPromises();
    const second = [engine.submit(buy(97, 1)), engine.submit(buy(96, 1))];
    await flushPromises();
    expect(engine.figures()).toMatchObject({ pending: 5, pendingMax: 1_000, ready: true });
    journal.resume();
    await Promise.all([...first, ...second]);
    expect(journal.groups.slice(before)).toEqual([3, 2]);
    expect(engine.figures()).toMatchObject({ pending: 0, durablePosition: journal.head().position });
  });

  test('of many commands are written before the turn ends, while later ones are being decided', async () => {
    const groups: number[] = [];
    const observer = { appended: (_: number, batches: number) => void groups.push(batches), answered: () => undefined };
    const { engine } = await openEngineWithBatches({ observer });
    const pairs = Array.from({ length: 150 }, () => [buy(95, 1), restingOrder('sell', 105, 1)]);
    await Promise.all(pairs.flat().map((order) => engine.submit(order)));
    expect(groups).toEqual([256, 44]);
  });

  test('are reported with their duration', async () => {
    const appended: number[] = [];
    let answered = 0;
    const { engine } = await openEngineWithBatches({
      observer: {
        appended: (seconds, batches) => appended.push(batches + Math.min(0, seconds)),
        answered: () => answered++,
      },
    });
    await Promise.all([engine.submit(buy(100, 1)), engine.submit(buy(99, 1)), engine.submit(refusedOrder)]);
    expect([appended, answered]).toEqual([[2], 3]);
  });
});

test('commands beyond the pending limit are refused', async () => {
  const { engine, journal } = await openEngineWithBatches({ pendingMax: 2 });
  journal.pause();
  const taken = [engine.submit(buy(100, 1)), engine.submit(buy(99, 1))];
  await expect(engine.submit(buy(98, 1))).rejects.toMatchObject({ code: 'system.busy' });
  journal.resume();
  await Promise.all(taken);
  await expect(engine.submit(buy(98, 1))).resolves.toMatchObject({ repeated: false });
});

test('a batch above the size limit is refused without effect; one at the limit is stored', async () => {
  const journal = new MemoryJournal();
  const { engine } = await open(journal);
  for (const listing of LISTINGS) await engine.submit(listing);
  const freeze = (user: number, letters: number) =>
    engine.submit({ actor: 'admin/10000009', command: { type: 'FreezeAccount', user, reason: '漢'.repeat(letters) } });
  const bytesOfLast = () => bytesOf(journal.stored()[journal.stored().length - 1].batch);

  await freeze(ALICE, 0);
  const before = stateHash(engine.state());
  const fitting = Math.floor((BATCH_BYTES_MAX - bytesOfLast()) / 3);
  await expect(freeze(BOB, fitting + 1)).resolves.toEqual({ rejected: 'batch.too.large' });
  expect(stateHash(engine.state())).toBe(before);
  await expect(freeze(BOB, fitting)).resolves.toMatchObject({ repeated: false });
  expect(BATCH_BYTES_MAX - bytesOfLast()).toBeLessThan(3);
  expectStored(engine, journal);
});
