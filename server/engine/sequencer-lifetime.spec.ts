import { MemoryJournal } from '../../test/tools/stores/memory-journal';
import {
  ALICE,
  buy,
  asUser,
  CAROL,
  Exchange,
  given,
  restingOrder,
  sell,
  staff,
  stopLimit,
  system,
} from '../../test/tools/fixtures/core-fixture';
import { dayOf, dayStart } from '../../shared/rules/days';
import type { Command } from '../core/command';
import { positionOf } from '../core/event';
import { nextReached } from '../core/market/reached-triggers';
import {
  closeEngines,
  open,
  openEngineWithBatches,
  appendBatches,
  trackOutcome,
  flushPromises,
  expectStored,
} from '../../test/tools/fixtures/sequencer-fixture';

afterEach(closeEngines);

describe('journal time', () => {
  test('never decreases, whatever the clock does', async () => {
    let now = 0;
    const journal = new MemoryJournal();
    const { engine } = await open(journal, { clock: () => now });
    for (const [user, time] of [5_000, 4_000, 9_000, 100, 9_001].entries()) {
      now = time;
      await engine.submit({ actor: 'registrar', command: { type: 'RegisterMember', user: user + 1 } });
    }
    expect(journal.stored().map(({ batch }) => batch.at)).toEqual([5_000, 5_000, 9_000, 9_000, 9_001]);
  });

  const midnight = dayStart(dayOf(1_760_000_000_000) + 1);
  const levelled = () => {
    const tiers: Command = { type: 'SetFeeTiers', product: 'spot', volumes: [0n, 1n], reason: 'schedule' };
    return given(staff(tiers), restingOrder('sell', 100, 1), buy(100, 1)).exchange;
  };

  test('triggers urgent work before a command of that time, and before other due work', async () => {
    let now = midnight - 1;
    const journal = new MemoryJournal();
    const exchange = levelled();
    await appendBatches(journal, exchange);
    const { engine } = await open(journal, { clock: () => now });
    const before = journal.stored().length;
    await engine.submit(buy(60, 1));
    now = midnight;
    await engine.submit(buy(61, 1));
    await engine.close();
    const stored = journal.stored().slice(before);
    expect(stored.map(({ batch }) => [batch.command.type, batch.at]).slice(0, 3)).toEqual([
      ['PlaceOrder', midnight - 1],
      ['CloseFeeDay', midnight],
      ['PlaceOrder', midnight],
    ]);
  });

  test('triggers work without commands: a start runs it in order', async () => {
    const journal = new MemoryJournal();
    await appendBatches(journal, levelled());
    const before = journal.stored().length;
    const { engine } = await open(journal, { clock: () => midnight + 86_400_000 });
    await flushPromises();
    await engine.close();
    const stored = journal.stored().slice(before);
    expect(stored.map(({ batch }) => batch.command.type)).toEqual([
      'CloseFeeDay',
      'CloseFeeDay',
      'SetFeeLevels',
      'SetFeeLevels',
    ]);
  });
});

describe('a start', () => {
  test('after a crash between a trade and its trigger: the trigger precedes the next command', async () => {
    const { exchange } = given(
      stopLimit('buy', 105, 90, 1),
      restingOrder('sell', 105, 1),
      asUser(ALICE, sell(106, 1)),
      buy(105, 1),
    );
    const journal = new MemoryJournal();
    await appendBatches(journal, exchange, exchange.batches.length - 1);
    const { engine } = await open(journal);
    expect(nextReached(engine.state().reached)).toMatchObject({ order: 1 });
    await engine.submit(buy(60, 1));
    expect(
      journal
        .stored()
        .slice(-2)
        .map(({ batch }) => batch.command.type),
    ).toEqual(['TriggerOrder', 'PlaceOrder']);
    expect(nextReached(engine.state().reached)).toBeNull();
  });

  test('after such a crash runs the trigger without waiting for a command', async () => {
    const { exchange } = given(
      stopLimit('buy', 105, 90, 1),
      restingOrder('sell', 105, 1),
      asUser(ALICE, sell(106, 1)),
      buy(105, 1),
    );
    const journal = new MemoryJournal();
    await appendBatches(journal, exchange, exchange.batches.length - 1);
    const { engine } = await open(journal);
    await flushPromises();
    expect(journal.stored().at(-1)?.batch.command.type).toBe('TriggerOrder');
    expect(nextReached(engine.state().reached)).toBeNull();
    expect(engine.figures()).toMatchObject({ pending: 0, durablePosition: journal.head().position });
  });

  test('shows followers the recovery from the first batch to the last', async () => {
    const { exchange } = given();
    const journal = new MemoryJournal();
    await appendBatches(journal, exchange);
    const seen: number[] = [];
    let seed: number | null = null;
    await open(journal, {
      follower: {
        seed: (state) => {
          seed = state.position;
        },
        fold: (batches) => seen.push(...batches.map((stored) => stored.position)),
      },
    });
    expect(seed).toBe(-1);
    expect(seen).toEqual(exchange.batches.map(positionOf));
  });
});

describe('a stop', () => {
  test('answers accepted commands and accepts no more', async () => {
    const { engine, journal } = await openEngineWithBatches();
    journal.pause();
    const taken = trackOutcome(engine.submit(buy(100, 1)));
    const closing = engine.close();
    await expect(engine.submit(buy(99, 1))).rejects.toMatchObject({ code: 'system.busy' });
    await flushPromises();
    expect(taken.outcome).toBeNull();
    expect(engine.figures().ready).toBe(false);
    journal.resume();
    await closing;
    expect(taken.outcome).toMatchObject({ id: 1 });
    await engine.close();
  });

  test('does not hang on an append that fails in the meantime', async () => {
    const { engine, journal } = await openEngineWithBatches();
    journal.failNext('refused');
    const lost = trackOutcome(engine.submit(buy(100, 1)));
    await engine.close();
    expect(lost.outcome).toBe('system.busy');
  });
});

describe('a trade that reaches many triggers', () => {
  /** 20 members with 100 stop orders each, and an order of Alice's whose fill reaches them all. */
  function crowd(): Exchange {
    const users = Array.from({ length: 20 }, (_, index) => 10_200_001 + index);
    return given(
      ...users.flatMap((user) => [
        system({ type: 'RegisterMember', user }),
        staff({ type: 'VerifyMember', user }),
        system({ type: 'CreditRecharge', user, asset: 'BTC', amount: 1_000n, reference: `crowd/${user}` }),
        ...Array.from({ length: 100 }, () => asUser(user, stopLimit('sell', 95, 200, 1))),
      ]),
      asUser(ALICE, buy(95, 1)),
    ).exchange;
  }
  const reaching = sell(95, 1);

  test('fires them in slices: the event loop runs in between, and later commands wait behind them', async () => {
    const journal = new MemoryJournal();
    await appendBatches(journal, crowd());
    const before = journal.stored().length;
    // Each read of the clock advances it by 1 ms, so a slice has some 250 reads on any machine.
    let looks = 0;
    const { engine } = await open(journal, { monotonic: () => looks++ });
    let slices = 0;
    let ended = false;
    const count = (): void => {
      slices++;
      if (!ended) setImmediate(count);
    };
    const trade = engine.submit(reaching);
    setImmediate(count);
    const later = engine.submit(asUser(CAROL, buy(50, 1)));
    const last = engine.submit(asUser(CAROL, buy(51, 1)));
    await Promise.all([trade, later, last]).finally(() => (ended = true));
    expect(slices).toBeGreaterThanOrEqual(7);
    const types = journal.stored().slice(before);
    expect(types.map(({ batch }) => batch.command.type)).toEqual([
      'PlaceOrder',
      ...Array.from({ length: 2_000 }, () => 'TriggerOrder'),
      'PlaceOrder',
      'PlaceOrder',
    ]);
    expect(types.slice(-2).map(({ batch }) => batch.events[0])).toMatchObject([{ price: 50 }, { price: 51 }]);
    expect(nextReached(engine.state().reached)).toBeNull();
    expectStored(engine, journal);
  });

  test('and a stop in between: the next start fires the rest without waiting for a command', async () => {
    const journal = new MemoryJournal();
    const exchange = crowd();
    await appendBatches(journal, exchange);
    let looks = 0;
    const { engine } = await open(journal, { monotonic: () => looks++ });
    await engine.submit(reaching);
    await engine.close();
    const fired = () => journal.stored().filter(({ batch }) => batch.command.type === 'TriggerOrder').length;
    expect(fired()).toBeLessThan(2_000);
    const again = await open(journal);
    while (fired() < 2_000) await new Promise((resolve) => setImmediate(resolve));
    await again.engine.close();
    expect(nextReached(again.engine.state().reached)).toBeNull();
  });

  test('and a journal failure: waiting callers are refused, and the engine continues from the stored batches', async () => {
    const journal = new MemoryJournal();
    await appendBatches(journal, crowd());
    const { engine, notices } = await open(journal);
    const rebuilt = notices.next('rebuilt');
    journal.failNext('refused');
    const trade = trackOutcome(engine.submit(reaching));
    const later = trackOutcome(engine.submit(asUser(CAROL, buy(50, 1))));
    await rebuilt;
    await flushPromises();
    expect([trade.outcome, later.outcome]).toEqual(['system.busy', 'system.busy']);
    await expect(engine.submit(asUser(CAROL, buy(50, 1)))).resolves.toMatchObject({ repeated: false });
    expectStored(engine, journal);
  });
});
