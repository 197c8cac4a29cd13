/** The end of a market: closing only, a mean of the index for the last price, and everybody settled at it. */
import { availableIn, balanceOf } from '../../server/core/ledger/ledger';
import { houseAccount, marketAccount } from '../../server/core/ledger/entry';
import { CLOSING_MS } from '../../shared/rules/perpetual/mark';
import type { CoreEvent, EventOf } from '../../server/core/event';
import { evolve } from '../../server/core/evolve';
import { createState } from '../../server/core/state';
import { createStepper } from '../../server/engine/step';
import type { DraftBatch } from '../../server/journal/port';
import { ALICE, BOB, CAROL, occurred, refused, restarted, type Scenario, type Step } from '../tools/core-fixture';
import {
  FUNDS,
  PERP,
  amendOf,
  close,
  leverage,
  locked,
  margin,
  mark,
  marketEnd,
  open,
  opened,
  perpetuals,
  perpetualState,
  positionMode,
  quiet,
} from '../tools/perpetual-fixture';

const M = 500_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The market ends in an hour, at no funding hour, and its index has been published all the time until `until` before that. */
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
const clearing = ({ exchange }: Scenario) => balanceOf(exchange.state.ledger, marketAccount('clearing', PERP, 'USDT'));

test('half an hour before nothing is opened, and the mark is the mean of the index since then', () => {
  const scenario = perpetuals().given(opened(M, 10));
  const endsAt = ending(scenario, (left) => (left > CLOSING_MS / 2 ? M : M + 100));
  const { exchange } = scenario;
  exchange.now = endsAt - 1_000;
  scenario.when(open(CAROL, 'long', M, 5)).then(refused('market.close.only'));
  scenario.given(close(BOB, 'long', M + 200, 1));
  const last = of(scenario, 'MarkPublished').at(-1);
  expect(Math.abs((last?.mark ?? 0) - (M + 50))).toBeLessThanOrEqual(1);
});

describe('what stood before the last half hour opens nothing in it', () => {
  /** The market ends in an hour; `before` stands, and a minute is left. */
  function late(...before: Step[]): Scenario {
    const scenario = perpetuals().given(opened(M, 10), before);
    const endsAt = ending(scenario, () => M, 15_000, MINUTE);
    scenario.exchange.now = endsAt - MINUTE + 2_000;
    return scenario.given(mark(M, scenario.exchange.now));
  }
  const number = (scenario: Scenario) => scenario.exchange.state.counters.order - 1;
  const free = ({ exchange }: Scenario, user: number) => availableIn(exchange.state.ledger, 'contract', user, 'USDT');
  const has = ({ exchange }: Scenario, user: number) => exchange.state.perpetual.holdings.get(user)?.get(PERP);

  test('an order that opens is not amended; one that closes is', () => {
    const scenario = late(open(CAROL, 'long', M - 100, 1));
    scenario.when(amendOf(CAROL, number(scenario), { price: M, quantity: 1_000 })).then(refused('market.close.only'));
    scenario.given(close(BOB, 'long', M + 200, 1));
    scenario
      .when(amendOf(BOB, number(scenario), { price: M + 100 }))
      .then(occurred('PerpetualOrderAmended', { disposition: 'rests' }));
  });

  test('an order that waits ends when its trigger is reached', () => {
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

  test('an order that rests is dropped as it is met, and what closes goes on to the next', () => {
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

  test('one that closes what stands against it first does that, and ends with what it would open', () => {
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
test('the end settles funding first: it is owed for the part; orders end, all is settled at the mean, and clearing is empty', () => {
  const scenario = perpetuals({ fundingIntervalMs: HOUR }).given(
    opened(M, 10),
    [open(CAROL, 'long', M - 100, 4), open(ALICE, 'short', M - 100, 4, { timeInForce: 'ioc' })],
    [close(BOB, 'long', M + 900, 5), open(CAROL, 'long', M - 900, 5)],
    locked(1),
  );
  const endsAt = ending(scenario, () => M + 123);
  restarted(scenario).exchange.take(margin('add', BOB, 'long', 1n));
  expect(of(scenario, 'FundingFixed').at(-1)).toMatchObject({ dueAt: endsAt, rate: 4_166 });
  expect(of(scenario, 'SettlementFixed')).toMatchObject([{ endsAt, price: M + 123 }]);
  expect(of(scenario, 'PerpetualOrderCancelled').map(({ reason }) => reason)).toEqual(['market_ended', 'market_ended']);
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

test('a loss that is more than there is the fund pays, then the treasury, and no fee is taken of it', () => {
  const scenario = perpetuals().given(leverage(BOB, 125), opened(M, 100));
  // Publications come back after a long silence, and the market ends before anybody is liquidated by what they say.
  ending(scenario, (left) => (left > MINUTE ? M : M - 40_000), CLOSING_MS - 10_000);
  scenario.exchange.take(leverage(CAROL, 3));
  const settled = of(scenario, 'PositionSettled').find(({ user }) => user === BOB);
  expect(settled?.fee).toBe(0n);
  expect(settled?.entries.map(({ kind }) => kind)).toEqual(['treasury_cover', 'margin_return', 'margin_loss']);
  expect(clearing(scenario)).toBe(0n);
  expect(balanceOf(scenario.exchange.state.ledger, houseAccount('treasury', 'USDT'))).toBeLessThan(0n);
});

test('an end that nobody was there for comes once, at the last mark, without funding that nobody knows', () => {
  const scenario = perpetuals().given(opened(M, 10));
  const { exchange } = scenario;
  const endsAt = exchange.now + CLOSING_MS;
  scenario.given(marketEnd(endsAt));
  exchange.now = endsAt + 7 * 24 * HOUR;
  restarted(scenario).exchange.take(leverage(CAROL, 3));
  restarted(scenario).exchange.take(leverage(CAROL, 4));
  expect(of(scenario, 'SettlementFixed')).toMatchObject([{ price: M }]);
  expect(of(scenario, 'FundingFixed')).toEqual([]);
  expect(of(scenario, 'PositionSettled')).toHaveLength(2);
  expect(of(scenario, 'PerpetualMarketEnded')).toHaveLength(1);
});

test('what is settled is settled once, also when a crash comes between the price and the rest', () => {
  const scenario = perpetuals().given(opened(M, 10), open(CAROL, 'long', M - 50, 5));
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
    // One debt, and the next process.
    stepper.settle('scheduled', 1);
    restarted(scenario);
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

describe('a market that ends while a position is being liquidated', () => {
  /** The first step was taken; then nothing ran until the market's end. */
  function cut(): Scenario {
    const scenario = perpetuals().given(leverage(BOB, 100), opened(M, 100));
    const { exchange } = scenario;
    const endsAt = exchange.now + CLOSING_MS + 3 * MINUTE;
    scenario.given(marketEnd(endsAt));
    quiet(scenario, M);
    const stepper = createStepper({
      state: exchange.state,
      clock: () => exchange.now,
      onDraft: ({ batch }) => {
        exchange.batches.push(batch);
        exchange.auditor.follow(batch);
      },
    });
    exchange.now += 2_000;
    expect(stepper.take(mark(M - 6_000, exchange.now))).not.toHaveProperty('rejected');
    stepper.settle('urgent', 1);
    expect(exchange.state.liquidations.open.size).toBe(1);
    exchange.now = endsAt + MINUTE;
    return scenario;
  }

  test('settles it with the others, and the liquidation is over with it', () => {
    const scenario = restarted(cut());
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

  test('one that an older exchange left open is over with the next turn', () => {
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
    stepper.settle('urgent', 10);
    expect(told).toMatchObject([{ type: 'LiquidationFinished', liquidation: 1, user: BOB, reason: 'closed' }]);
    expect(state.liquidations.open.size).toBe(0);
  });
});
