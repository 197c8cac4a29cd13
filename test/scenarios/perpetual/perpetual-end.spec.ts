import type { Actor } from '../../../server/core/actor';
import type { LockPosition } from '../../../server/products/perpetual/core/locks/commands';
import type { CoreEvent, EventOf } from '../../../server/core/event';
import { evolve, createState } from '../../../server/products/core';
import { houseAccount, marketAccount, userAccount } from '../../../server/core/ledger/entry';
import { availableIn, balanceOf } from '../../../server/core/ledger/ledger';
import { LOCK_MS } from '../../../shared/products/perpetual/rules/position-lock';
import { createStepper } from '../../../server/engine/step';
import type { DraftBatch } from '../../../server/journal/port';
import { fundingDue } from '../../../shared/products/perpetual/rules/funding';
import { CLOSING_MS } from '../../../shared/products/perpetual/rules/mark';
import {
  ALICE,
  BOB,
  CAROL,
  occurred,
  refused,
  restoredFromSnapshot,
  type Scenario,
  type Step,
  ADMIN,
  SECOND,
  later,
  staff,
  type Exchange,
  assetState,
} from '../../tools/fixtures/core-fixture';
import { ETH, withCrossPositions, marks, moveMarks as movedBoth } from '../../tools/fixtures/cross-fixture';
import {
  FUNDS,
  PERP,
  amendOf,
  close,
  leverage,
  lockPosition,
  margin,
  mark,
  marketEnd,
  open,
  openBothSides,
  perpetuals,
  perpetualState,
  positionMode,
  steadyMark,
  fundingHour,
  unlockPosition,
  fund,
  moveMark,
  stop,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

const M = 500_000;

/** The end of a market: close-only, a mean of the index as settlement price, and settlement of all positions. */
describe('the end of a contract', () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;

  /** The market ends in an hour, not at a funding hour; its index is published until `until` before the end. */
  function ending(scenario: Scenario, price: (left: number) => number = () => M, every = 15_000, until = 0): number {
    const { exchange } = scenario;
    const endsAt = Math.ceil(exchange.now / HOUR) * HOUR + HOUR + 20 * MINUTE;
    scenario.given(marketEnd(endsAt));
    exchange.now = endsAt - CLOSING_MS - every;
    for (; exchange.now < endsAt - until; exchange.now += every - 1)
      exchange.take(mark(price(endsAt - exchange.now), exchange.now));
    exchange.now = endsAt - until;
    return endsAt;
  }
  const all = ({ exchange }: Scenario): CoreEvent[] => exchange.batches.flatMap(({ events }) => events);
  const of = <T extends CoreEvent['type']>(scenario: Scenario, type: T): EventOf<T>[] =>
    all(scenario).filter((event): event is EventOf<T> => event.type === type);
  const clearing = ({ exchange }: Scenario) =>
    balanceOf(exchange.state.ledger, marketAccount('clearing', PERP, 'USDT'));

  test('opens nothing in the last half hour, and the mark becomes the mean of the index since then', () => {
    const scenario = perpetuals().given(openBothSides(M, 10));
    const endsAt = ending(scenario, (left) => (left > CLOSING_MS / 2 ? M : M + 100));
    const { exchange } = scenario;
    exchange.now = endsAt - 1_000;
    scenario.when(open(CAROL, 'long', M, 5)).then(refused('market.close.only'));
    scenario.given(close(BOB, 'long', M + 200, 1));
    const last = of(scenario, 'MarkPublished').at(-1);
    expect(Math.abs((last?.mark ?? 0) - (M + 50))).toBeLessThanOrEqual(1);
  });

  describe('orders from before the last half hour open nothing in it', () => {
    /** The market ends in an hour; `before` is placed first, and one minute is left. */
    function late(...before: Step[]): Scenario {
      const scenario = perpetuals().given(openBothSides(M, 10), before);
      const endsAt = ending(scenario, () => M, 15_000, MINUTE);
      scenario.exchange.now = endsAt - MINUTE + 2_000;
      return scenario.given(mark(M, scenario.exchange.now));
    }
    const number = (scenario: Scenario) => scenario.exchange.state.counters.order - 1;
    const free = ({ exchange }: Scenario, user: number) => availableIn(exchange.state.ledger, 'contract', user, 'USDT');
    const has = ({ exchange }: Scenario, user: number) => exchange.state.perpetual.holdings.get(user)?.get(PERP);

    test('opening orders cannot be amended; close orders can', () => {
      const scenario = late(open(CAROL, 'long', M - 100, 1));
      scenario.when(amendOf(CAROL, number(scenario), { price: M, quantity: 1_000 })).then(refused('market.close.only'));
      scenario.given(close(BOB, 'long', M + 200, 1));
      scenario
        .when(amendOf(BOB, number(scenario), { price: M + 100 }))
        .then(occurred('PerpetualOrderAmended', { disposition: 'rests' }));
    });

    test('a trigger order is cancelled when reached', () => {
      const waits = { kind: 'stop_market', trigger: M + 50, triggerBy: 'last', timeInForce: 'ioc' } as const;
      const scenario = late(open(CAROL, 'long', null, 5, waits));
      const order = number(scenario);
      scenario
        .given(close(BOB, 'long', M + 60, 5))
        .when(close(ALICE, 'short', M + 60, 1))
        .then(
          ...[occurred('PerpetualOrderPlaced'), occurred('PerpetualTraded')],
          occurred('PerpetualOrderTriggered', { order }),
          occurred('PerpetualOrderCancelled', { order, reason: 'market_closed' }),
        );
      expect(has(scenario, CAROL)?.long ?? null).toBeNull();
    });

    test('a resting order is cancelled when met, and the close order continues with the next', () => {
      const scenario = late(open(CAROL, 'long', M - 10, 5));
      const rested = number(scenario);
      scenario.given(close(ALICE, 'short', M - 20, 4));
      scenario
        .when(close(BOB, 'long', M - 20, 4))
        .then(
          occurred('PerpetualOrderPlaced'),
          occurred('PerpetualOrderCancelled', { order: rested, user: CAROL, rested: 1, reason: 'market_closed' }),
          occurred('PerpetualTraded', { maker: ALICE, taker: BOB, quantity: 4 }),
        );
      expect(has(scenario, CAROL)?.long ?? null).toBeNull();
      expect(free(scenario, CAROL)).toBe(FUNDS);
    });

    test('a one-way order closes first and is cancelled for its opening part', () => {
      const scenario = late(
        ...[positionMode(CAROL, 'one_way'), open(ALICE, 'short', M, 3), open(CAROL, 'long', M, 3)],
        open(CAROL, 'short', M + 100, 5),
      );
      const order = number(scenario);
      scenario
        .when(close(ALICE, 'short', M + 100, 5, { timeInForce: 'ioc' }))
        .then(
          occurred('PerpetualOrderPlaced'),
          occurred('PerpetualTraded', { makerOrder: order, quantity: 3 }),
          occurred('PerpetualOrderCancelled', { order, open: 2, reason: 'market_closed' }),
          occurred('PerpetualOrderCancelled', { user: ALICE, open: 2 }),
        );
      expect([has(scenario, CAROL)?.long, has(scenario, CAROL)?.short]).toEqual([null, null]);
    });
  });

  // dydxprotocol/perpetual PR 109
  test('settles funding for the partial interval, cancels orders, settles all positions at the mean, and empties the clearing account', () => {
    const scenario = perpetuals({ fundingIntervalMs: HOUR }).given(
      openBothSides(M, 10),
      [open(CAROL, 'long', M - 100, 4), open(ALICE, 'short', M - 100, 4, { timeInForce: 'ioc' })],
      [close(BOB, 'long', M + 900, 5), open(CAROL, 'long', M - 900, 5)],
      lockPosition(1),
    );
    const endsAt = ending(scenario, () => M + 123);
    restoredFromSnapshot(scenario).exchange.take(margin('add', BOB, 'long', 1n));
    expect(of(scenario, 'FundingFixed').at(-1)).toMatchObject({ dueAt: endsAt, rate: 4_166 });
    expect(of(scenario, 'SettlementFixed')).toMatchObject([{ endsAt, price: M + 123 }]);
    expect(of(scenario, 'PerpetualOrderCancelled').map(({ reason }) => reason)).toEqual([
      'market_ended',
      'market_ended',
    ]);
    const settled = of(scenario, 'PositionSettled').map(({ user, lots, entries }) => {
      const passed = entries.filter(({ kind }) => kind === 'margin_profit' || kind === 'margin_loss');
      return [user, lots, ...passed.map(({ kind, amount }) => (kind === 'margin_loss' ? -amount : amount))];
    });
    expect(settled).toEqual([
      [BOB, 10, 12_300_000n],
      [ALICE, 14, -21_220_000n],
      [CAROL, 4, 8_920_000n],
    ]);
    expect(of(scenario, 'PerpetualMarketEnded')).toHaveLength(1);
    expect(clearing(scenario)).toBe(0n);
    expect(scenario.exchange.state.orders.size).toBe(0);
    scenario.when(perpetualState('open')).then(refused('market.state.unchanged'));
    scenario.when(marketEnd(endsAt + 9 * HOUR)).then(refused('market.state.unchanged'));
    scenario.when(open(BOB, 'long', M, 5)).then(refused('coin.not.open'));
  });

  test('a loss beyond the margin is paid by the fund, then the treasury, without a fee', () => {
    const scenario = perpetuals().given(leverage(BOB, 125), openBothSides(M, 100));
    // Publications return after a long silence, and the market ends before they liquidate anybody.
    ending(scenario, (left) => (left > MINUTE ? M : M - 40_000), CLOSING_MS - 10_000);
    scenario.exchange.take(leverage(CAROL, 3));
    const settled = of(scenario, 'PositionSettled').find(({ user }) => user === BOB);
    expect(settled?.fee).toBe(0n);
    expect(settled?.entries.map(({ kind }) => kind)).toEqual(['treasury_cover', 'margin_return', 'margin_loss']);
    expect(clearing(scenario)).toBe(0n);
    expect(balanceOf(scenario.exchange.state.ledger, houseAccount('treasury', 'USDT'))).toBeLessThan(0n);
  });

  test('an end during downtime is processed once, at the last mark, without unknown funding', () => {
    const scenario = perpetuals().given(openBothSides(M, 10));
    const { exchange } = scenario;
    const endsAt = exchange.now + CLOSING_MS;
    scenario.given(marketEnd(endsAt));
    exchange.now = endsAt + 7 * 24 * HOUR;
    restoredFromSnapshot(scenario).exchange.take(leverage(CAROL, 3));
    restoredFromSnapshot(scenario).exchange.take(leverage(CAROL, 4));
    expect(of(scenario, 'SettlementFixed')).toMatchObject([{ price: M }]);
    expect(of(scenario, 'FundingFixed')).toEqual([]);
    expect(of(scenario, 'PositionSettled')).toHaveLength(2);
    expect(of(scenario, 'PerpetualMarketEnded')).toHaveLength(1);
  });

  test('settles each position once, also with a crash between price and settlement', () => {
    const scenario = perpetuals().given(openBothSides(M, 10), open(CAROL, 'long', M - 50, 5));
    ending(scenario);
    const { exchange } = scenario;
    for (let crash = 0; crash < 8; crash++) {
      const stepper = createStepper({
        state: exchange.state,
        clock: () => exchange.now,
        onDraft: ({ batch }) => {
          exchange.batches.push(batch);
          exchange.auditor.follow(batch);
        },
      });
      // One piece of due work, then a restart.
      stepper.runDueWork('scheduled', 1);
      restoredFromSnapshot(scenario);
    }
    exchange.auditor.compare(exchange.state);
    const kinds = of(scenario, 'PositionSettled').map(({ user }) => user);
    expect([...kinds].sort()).toEqual([ALICE, BOB]);
    expect(of(scenario, 'PerpetualMarketEnded')).toHaveLength(1);
  });

  test.each([
    ['sooner than closing only takes', CLOSING_MS - 100],
    ['further than anybody plans', 91 * 24 * HOUR],
  ])('is not announced %s', (_, ahead) => {
    const scenario = perpetuals();
    scenario.when(marketEnd(scenario.exchange.now + ahead)).then(refused('terms.from.invalid'));
  });

  describe('a market that ends during a liquidation', () => {
    /** The first step was taken; nothing else ran until the end of the market. */
    function cut(): Scenario {
      const scenario = perpetuals().given(leverage(BOB, 100), openBothSides(M, 100));
      const { exchange } = scenario;
      const endsAt = exchange.now + CLOSING_MS + 3 * MINUTE;
      scenario.given(marketEnd(endsAt));
      steadyMark(scenario, M);
      const stepper = createStepper({
        state: exchange.state,
        clock: () => exchange.now,
        onDraft: ({ batch }) => {
          exchange.batches.push(batch);
          exchange.auditor.follow(batch);
        },
      });
      exchange.now += 2_000;
      expect(stepper.execute(mark(M - 6_000, exchange.now))).not.toHaveProperty('rejected');
      stepper.runDueWork('urgent', 1);
      expect(exchange.state.liquidations.open.size).toBe(1);
      exchange.now = endsAt + MINUTE;
      return scenario;
    }

    test('settles the position with the others and finishes the liquidation', () => {
      const scenario = restoredFromSnapshot(cut());
      const { exchange } = scenario;
      exchange.take(leverage(CAROL, 3));
      const settling = exchange.batches.find(({ events }) => events.some(({ type }) => type === 'PositionSettled'));
      const types = settling?.events.map(({ type }) => type);
      expect(types).toEqual(['PositionSettled', 'LiquidationFinished', 'PositionSettled']);
      expect(of(scenario, 'LiquidationFinished')).toMatchObject([{ liquidation: 1, user: BOB, reason: 'closed' }]);
      expect(of(scenario, 'PerpetualMarketEnded')).toHaveLength(1);
      expect(exchange.state.liquidations.open.size).toBe(0);
      exchange.auditor.compare(exchange.state);
    });

    test('finishes a liquidation left open by an older version', () => {
      const { exchange } = cut();
      exchange.take(leverage(CAROL, 3));
      const state = createState();
      for (const batch of exchange.batches) {
        const events = batch.events.filter(({ type }) => type !== 'LiquidationFinished');
        if (events.length > 0) evolve(state, { ...batch, first: state.position + 1, events });
      }
      expect(state.liquidations.open.size).toBe(1);
      const told: CoreEvent[] = [];
      const onDraft = ({ batch: { events } }: DraftBatch): void => void told.push(...events);
      const stepper = createStepper({ state, clock: () => exchange.now, onDraft });
      stepper.runDueWork('urgent', 10);
      expect(told).toMatchObject([{ type: 'LiquidationFinished', liquidation: 1, user: BOB, reason: 'closed' }]);
      expect(state.liquidations.open.size).toBe(0);
    });
  });
});

/** Positions locked by staff for a limited time: the owner cannot act on them, everything else continues. */
describe('locked positions', () => {
  const HOUR = 3_600_000;
  /** Alice's order rests first and Bob takes: the position of the taker gets number 1. */
  const BOBS = 1;

  const lock = (actor: Actor, position = BOBS): Step => {
    const command: LockPosition = { type: 'LockPosition', position, reason: 'inquiry' };
    return { actor, command };
  };
  const unlock = (actor: Actor): Step => ({ actor, command: unlockPosition(BOBS).command });
  const bucket = ({ state }: Exchange, name: 'frozen' | 'locked') =>
    balanceOf(state.ledger, userAccount(BOB, 'contract', 'USDT', name));
  const started = (): Scenario => perpetuals().given(openBothSides(M, 10));

  test('cannot be locked by their owner; the whole margin moves within its hold, and back', () => {
    const scenario = started();
    const { exchange } = scenario;
    const margins = bucket(exchange, 'locked');
    scenario
      .when(lock(`admin/${BOB}`))
      .then(refused('approval.needs.another'))
      .when(unlock(SECOND))
      .then(refused('position.not.locked'));
    expect([bucket(exchange, 'locked'), bucket(exchange, 'frozen')]).toEqual([margins, 0n]);
    const until = exchange.now + LOCK_MS;
    restoredFromSnapshot(scenario)
      .when(lock(ADMIN))
      .then(occurred('PositionLocked', { position: BOBS, proposedBy: 10_000_009, reason: 'inquiry', until }));
    expect([bucket(exchange, 'locked'), bucket(exchange, 'frozen')]).toEqual([0n, margins]);
    scenario.when(lock(SECOND)).then(refused('position.locked'));
    scenario.when(unlock(SECOND)).then(occurred('PositionUnlocked', { position: BOBS, proposedBy: 10_000_008 }));
    expect([bucket(exchange, 'locked'), bucket(exchange, 'frozen')]).toEqual([margins, 0n]);
  });

  test('must exist', () => {
    started().when(lock(ADMIN, 99)).then(refused('position.none'));
  });

  test.each<[string, Step]>([
    ['closing', close(BOB, 'long', M, 1)],
    ['closing at the market', close(BOB, 'long', null, 1)],
    ['opening more', open(BOB, 'long', M, 1)],
    ['adding margin', margin('add', BOB, 'long', 1n)],
    ['taking margin', margin('take', BOB, 'long', 1n)],
    ['leverage', leverage(BOB, 3)],
  ])('block %s by hand until the lock ends', (_, step) => {
    const scenario = started().given(open(ALICE, 'short', M, 5), open(CAROL, 'long', M - 10, 5), lockPosition(BOBS));
    scenario.when(step).then(refused('position.locked'));
    const { exchange } = restoredFromSnapshot(scenario.given(unlockPosition(BOBS)));
    expect(exchange.take(step)).not.toMatchObject({ rejected: 'position.locked' });
  });

  test('do not affect the other position or other users', () => {
    started()
      .given(lockPosition(BOBS))
      .when(open(BOB, 'short', M, 1))
      .then(occurred('PerpetualOrderPlaced'))
      .when(margin('add', ALICE, 'short', 1n))
      .then(occurred('MarginAdjusted'));
  });

  test('let resting orders fill, with entries from and to the frozen margin', () => {
    const scenario = started().given(close(BOB, 'long', M + 50, 4), open(BOB, 'long', M - 50, 5), lockPosition(BOBS));
    const { exchange } = scenario;
    const before = bucket(exchange, 'frozen');
    const since = exchange.batches.length;
    scenario.given(open(CAROL, 'long', M + 50, 4, { timeInForce: 'ioc' }));
    const kinds = exchange.batches
      .slice(since)
      .flatMap(({ events }) => events)
      .flatMap((event) => ('entries' in event ? event.entries.map(({ kind }) => kind) : []));
    expect(kinds).toContain('margin_return_frozen');
    expect(bucket(exchange, 'frozen')).toBeLessThan(before);
    scenario.given(open(CAROL, 'short', M - 50, 5, { timeInForce: 'ioc' }));
    const lots = exchange.state.perpetual.holdings.get(BOB)?.get('BTC-USDT-PERP')?.long?.lots;
    expect(lots).toBe(11);
    expect(bucket(exchange, 'locked')).toBe(0n);
  });

  test('pay funding from the frozen margin', () => {
    const scenario = perpetuals({ fundingIntervalMs: HOUR }).given(openBothSides(M, 10), lockPosition(BOBS));
    fundingHour(scenario, M, HOUR);
    scenario.given(leverage(CAROL, 3));
    const kinds = scenario.exchange.batches.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'FundingSettled' ? event.entries.map(({ kind }) => kind) : [])),
    );
    expect(kinds.sort()).toEqual(['funding_paid_frozen', 'funding_received']);
  });

  test('are unlocked after an hour, also after downtime, and when the position ends', () => {
    const scenario = started().given(lockPosition(BOBS));
    const { exchange } = scenario;
    exchange.now += LOCK_MS - 10;
    expect(exchange.take(margin('add', BOB, 'long', 1n))).toMatchObject({ rejected: 'position.locked' });
    exchange.now += 20;
    restoredFromSnapshot(scenario).given(margin('add', BOB, 'long', 1n));
    const ended = exchange.batches.flatMap(({ actor, events }) =>
      events.flatMap((event) => (event.type === 'PositionUnlocked' ? [{ actor, ...event }] : [])),
    );
    expect(ended).toMatchObject([{ actor: 'clock', position: BOBS }]);
    expect(ended[0]).not.toHaveProperty('reason');

    const { now } = exchange;
    scenario.given(
      mark(M, now),
      later(31_000, mark(M, now + 31_000)),
      close(BOB, 'long', M + 50, 10),
      lockPosition(BOBS),
    );
    scenario.given(open(CAROL, 'long', M + 50, 10, { timeInForce: 'ioc' }));
    expect(exchange.state.locks).toEqual({ locked: new Map(), proposed: new Map() });
  });

  test('lets staff freeze at most the free margin of the contract account', () => {
    const scenario = started();
    const { exchange } = scenario;
    const free = availableIn(exchange.state.ledger, 'contract', BOB, 'USDT');
    expect(free).toBeLessThan(FUNDS);
    const freeze = (amount: bigint): Step =>
      staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', account: 'contract', amount, reason: 'inquiry' });
    scenario.when(freeze(free + 1n)).then(refused('balance.insufficient'));
    scenario.when(freeze(free)).then(occurred('FundsFrozen'));
  });
});

/** During maintenance of the market or a coin of it, owners cannot act and their positions are left alone. */
describe('a suspended market', () => {
  const HOUR = 3_600_000;

  const of = ({ exchange }: Scenario, act: () => void): CoreEvent['type'][] => {
    const from = exchange.batches.length;
    act();
    return exchange.batches.slice(from).flatMap(({ events }) => events.map(({ type }) => type));
  };

  describe.each<[string, Step, Step]>([
    ['the market', perpetualState('maintenance'), perpetualState('open')],
    ['its coin', assetState('BTC', { trading: 'maintenance' }), assetState('BTC')],
    ['the coin that margin is in', assetState('USDT', { trading: 'maintenance' }), assetState('USDT')],
  ])('while %s is under maintenance', (_, begins, ends) => {
    const long = () => perpetuals({ fundingIntervalMs: HOUR }).given(leverage(BOB, 100), openBothSides(M, 10));

    test('liquidates nobody, since nobody can close; afterwards the first mark decides', () => {
      const scenario = steadyMark(long(), M).given(begins);
      expect(of(scenario, () => steadyMark(scenario, M - 6_000))).not.toContain('LiquidationStarted');
      scenario.when(close(BOB, 'long', M, 1)).then(refused('coin.under.maintenance'));
      expect(of(scenario, () => scenario.given(ends, moveMark(scenario, M - 6_000)))).toContain('LiquidationStarted');
    });

    test('charges no funding, neither at the hour nor at the end of the market', () => {
      const scenario = long().given(begins);
      const { exchange } = scenario;
      const hour = fundingDue(exchange.now, HOUR);
      exchange.now = hour - 70_000;
      steadyMark(scenario, M);
      exchange.now = hour;
      const skipped = of(scenario, () => exchange.take(leverage(CAROL, 3)));
      expect(skipped).toContain('FundingSkipped');
      expect(skipped).not.toContain('FundingFixed');
      const endsAt = exchange.now + HOUR / 2 + 60_000;
      scenario.given(marketEnd(endsAt));
      while (exchange.now < endsAt - 11_000) scenario.given(moveMark(scenario, M));
      exchange.now = endsAt;
      const ended = of(scenario, () => exchange.take(leverage(CAROL, 3)));
      expect(ended).toContain('SettlementFixed');
      expect(ended).not.toContain('FundingFixed');
    });

    test('triggers nothing by mark and writes no event per mark; the first mark afterwards triggers', () => {
      const scenario = steadyMark(long(), M).given(
        stop(BOB, 'long', 'stop_loss', M - 100, { triggerBy: 'mark' }),
        close(BOB, 'long', null, 3, { kind: 'stop_market', trigger: M - 100, triggerBy: 'mark' }),
        open(CAROL, 'long', M - 1_000, 50),
        begins,
      );
      const during = of(scenario, () => {
        for (let turn = 0; turn < 20; turn++) scenario.given(moveMark(scenario, M - 200));
      });
      expect(new Set(during)).toEqual(new Set(['IndexPublished', 'MarkPublished']));
      restoredFromSnapshot(scenario).given(ends);
      const after = of(scenario, () => scenario.given(moveMark(scenario, M - 200)));
      expect(after).toEqual(expect.arrayContaining(['StopTriggered', 'PerpetualOrderTriggered']));
      expect(after).not.toContain('StopAmended');
      expect(scenario.exchange.state.perpetual.holdings.get(BOB)?.get(PERP)?.long ?? null).toBeNull();
    });
  });

  test('does not suspend markets of other coins', () => {
    const scenario = steadyMark(perpetuals().given(leverage(BOB, 100), openBothSides(M, 10)), M);
    const eth = withCrossPositions().given(fund(BOB, usdt('16')), assetState('ETH', { trading: 'maintenance' }));
    expect(of(scenario, () => steadyMark(scenario, M - 6_000))).toContain('LiquidationStarted');
    // Alice has her own positions, and BTC trades on.
    eth.given(later(1_500, marks(M, 30_000, eth.exchange.now + 1_500)));
    expect(of(eth, () => eth.given(movedBoth(eth, 610_000, 30_000)))).toContain('LiquidationStarted');
    expect(eth.exchange.state.perpetual.holdings.get(ALICE)?.get(ETH)?.long).not.toBeNull();
  });
});
