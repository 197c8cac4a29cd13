/** Work due for a whole market runs in slices that fit one batch, however many orders an account has. */
import { BATCH_EVENTS_MAX } from '../../../server/core/bounds';
import type { CoreEvent, EventOf } from '../../../server/core/event';
import { houseAccount } from '../../../server/core/ledger/entry';
import { availableIn, balanceOf } from '../../../server/core/ledger/ledger';
import { CLOSING_MS } from '../../../shared/products/perpetual/rules/mark';
import { fundingDue } from '../../../shared/products/perpetual/rules/funding';
import { isRejection } from '../../../server/core/rejection';
import { evolve } from '../../../server/products/core';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  Exchange,
  Scenario,
  cancelAll,
  refused,
  staff,
  system,
} from '../../tools/fixtures/core-fixture';
import { ETH, marks, moveMarks, transferred, twoMarkets } from '../../tools/fixtures/cross-fixture';
import {
  BTC_PERP,
  PERP,
  close,
  drainPosition,
  withoutAvailable,
  fund,
  leverage,
  marginMode,
  mark,
  open,
  perpetuals,
  repeatLastOrder,
  applyEvents,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';

const M = 500_000;
const HOUR = 3_600_000;
/** Allows orders with tiny holds. */
const SMALL = { notionalMin: 1n } as const;

const free = ({ state }: Exchange, user: number) => availableIn(state.ledger, 'contract', user, 'USDT');
const since = ({ batches }: Exchange, from: number): CoreEvent[] => batches.slice(from).flatMap(({ events }) => events);
const of = <T extends CoreEvent['type']>(events: readonly CoreEvent[], type: T): EventOf<T>[] =>
  events.filter((event): event is EventOf<T> => event.type === type);

function within({ batches }: Exchange, from: number): void {
  for (const { events } of batches.slice(from)) expect(events.length).toBeLessThanOrEqual(BATCH_EVENTS_MAX);
}

/** Advances the time with publications, so the feed is never silent. */
function until({ exchange }: Scenario, at: number, ticks: number): void {
  for (let time = exchange.now + ((at - exchange.now) % 14_000); time <= at; time += 14_000) {
    exchange.now = time;
    exchange.take(mark(ticks, time));
  }
}

describe('a market whose accounts hold many orders', () => {
  const users = Array.from({ length: 6 }, (_, index) => 10_300_001 + index);

  /**
   * Each is long a hundred winning lots, has lost its margin to funding, and has only the funds held by its orders.
   */
  function poor(owners: readonly number[], orders: number): Scenario {
    const scenario = perpetuals({ ...SMALL, fundingIntervalMs: HOUR });
    for (const user of owners) {
      scenario.exchange.now += 1_500;
      scenario.given(
        system({ type: 'RegisterMember', user }),
        { actor: ADMIN, command: { type: 'VerifyMember', user } },
        system({ type: 'CreditRecharge', user, asset: 'USDT', amount: usdt('1,000'), reference: `opening/${user}` }),
        fund(user, usdt('1,000')),
        marginMode(user, 'cross'),
        mark(M, scenario.exchange.now),
        open(BOB, 'short', M, 100),
        open(user, 'long', M, 100, { timeInForce: 'ioc' }),
      );
      scenario.given(open(user, 'long', 10, 1));
      repeatLastOrder(scenario, orders - 1);
    }
    const hour = fundingDue(scenario.exchange.now + 120_000, HOUR);
    until(scenario, hour - 2_000, M + 5_000);
    for (const user of owners) {
      applyEvents(scenario, [drainPosition(scenario, user, 'long', 10n)]);
      withoutAvailable(scenario, user);
    }
    scenario.exchange.now = hour;
    return scenario;
  }

  test.each<[string, readonly number[], number]>([
    ['six of whom each loses two hundred', users, 200],
    ['one who alone loses more than a batch holds', users.slice(0, 1), 1_100],
  ])('settles funding of %s', (_, owners, orders) => {
    const scenario = poor(owners, orders);
    const { exchange } = scenario;
    const from = exchange.batches.length;
    exchange.take(leverage(CAROL, 3));
    exchange.take(leverage(CAROL, 4));
    within(exchange, from);
    const events = since(exchange, from);
    expect(of(events, 'PerpetualOrderCancelled')).toHaveLength(owners.length * orders);
    expect(of(events, 'PerpetualOrderCancelled').every(({ reason }) => reason === 'margin_short')).toBe(true);
    expect(
      of(events, 'FundingSettled')
        .map(({ user }) => user)
        .sort(),
    ).toEqual([BOB, ...owners].sort());
    expect(of(events, 'FundingClosed')).toHaveLength(1);
    expect(of(events, 'LeverageSet')).toHaveLength(2);
    exchange.auditor.compare(exchange.state);
  });
});

/** Bob is long in BTC; all his other funds are held by orders of another market. */
function besideOrders(orders: number): Scenario {
  const scenario = twoMarkets(SMALL);
  scenario.given(open(ALICE, 'short', M, 1), open(BOB, 'long', M, 1, { timeInForce: 'ioc' }));
  scenario.given(moveMarks(scenario, M, 30_000), open(BOB, 'long', 140, 1, { market: ETH }));
  repeatLastOrder(scenario, orders - 1);
  return scenario.given(transferred(BOB, free(scenario.exchange, BOB)));
}

test('ends a market whose positions are paid by more orders of another market than fit one batch', () => {
  const scenario = besideOrders(1_100);
  const { exchange } = scenario;
  const endsAt = exchange.now + HOUR;
  scenario.given({ actor: ADMIN, command: { type: 'EndPerpetualMarket', market: PERP, endsAt, reason: 'announced' } });
  // 0.001 BTC lose 19.8 USDT; 5.02 are locked, and each order holds 0.0142.
  const both = (at: number) => exchange.take(marks(at > endsAt - CLOSING_MS ? 302_000 : M, 30_000, at));
  for (; exchange.now < endsAt; exchange.now += 14_000) both(exchange.now);
  exchange.now = endsAt;
  const from = exchange.batches.length;
  exchange.take(leverage(CAROL, 3));
  exchange.take(leverage(CAROL, 4));
  within(exchange, from);
  const events = since(exchange, from);
  expect(of(events, 'PerpetualOrderCancelled').length).toBeGreaterThan(BATCH_EVENTS_MAX);
  expect(
    of(events, 'PositionSettled')
      .map(({ user }) => user)
      .sort(),
  ).toEqual([ALICE, BOB]);
  expect(of(events, 'PerpetualMarketEnded')).toHaveLength(1);
  // Neither fund nor treasury paid.
  expect(balanceOf(exchange.state.ledger, houseAccount('treasury', 'USDT'))).toBe(0n);
  exchange.auditor.compare(exchange.state);
});

describe('deleveraging a counterparty', () => {
  /** Carol is short since a lower price, Bob long with leverage 100; there are no others. */
  function against(lots: number): Scenario {
    const scenario = perpetuals(SMALL);
    const { exchange } = scenario;
    scenario.given(marginMode(CAROL, 'cross'), leverage(CAROL, 10), leverage(BOB, 100));
    until(scenario, exchange.now + 120_000, 449_000);
    scenario.given(open(ALICE, 'long', 449_000, lots), open(CAROL, 'short', 449_000, lots, { timeInForce: 'ioc' }));
    until(scenario, exchange.now + 120_000, M);
    return scenario.given(close(ALICE, 'long', M, lots), open(BOB, 'long', M, lots, { timeInForce: 'ioc' }));
  }

  test('whose account pays by more orders than fit one batch', () => {
    const orders = 1_100;
    // The first holds what remains afterwards.
    const scenario = against(1_000).given(open(CAROL, 'long', 300_000, 270), open(CAROL, 'long', 6_000, 1));
    repeatLastOrder(scenario, orders - 2);
    const { exchange } = scenario;
    withoutAvailable(scenario, CAROL);
    const from = exchange.batches.length;
    until(scenario, exchange.now + 15_000, 496_100);
    within(exchange, from);
    const events = since(exchange, from);
    expect(of(events, 'PositionDeleveraged')).toMatchObject([{ user: BOB, otherUser: CAROL, treasury: 0n }]);
    expect(of(events, 'PerpetualOrderCancelled').length).toBe(orders);
    expect(exchange.state.liquidations.open.size).toBe(0);
    exchange.auditor.compare(exchange.state);
  });

  test('with more close orders than fit one batch', () => {
    const scenario = against(1_100).given(close(CAROL, 'short', 400_000, 1));
    repeatLastOrder(scenario, 1_099);
    const { exchange } = scenario;
    const from = exchange.batches.length;
    until(scenario, exchange.now + 15_000, 496_100);
    within(exchange, from);
    const events = since(exchange, from);
    expect(of(events, 'PositionDeleveraged')).toMatchObject([{ user: BOB, otherUser: CAROL }]);
    expect(of(events, 'PerpetualOrderCancelled')).toHaveLength(1_100);
    exchange.auditor.compare(exchange.state);
  });
});

describe('open orders of a user in a contract', () => {
  const listed = (openOrdersMax: number) => staff({ ...BTC_PERP, market: ETH, base: 'ETH', openOrdersMax });
  const ethereum = () =>
    perpetuals().given(staff({ type: 'ListAsset', asset: 'ETH', scale: 8, withdrawalFee: 2n, withdrawalMin: 5n }));

  test('are limited to what one batch can cut, for any listing', () => {
    ethereum().when(listed(201)).then(refused('market.terms.invalid'));
    expect(isRejection(ethereum().exchange.take(listed(200)))).toBe(false);
  });

  test('are limited also under an older listing with more; its older orders continue', () => {
    const scenario = perpetuals(SMALL);
    const { exchange } = scenario;
    const listing = exchange.batches.flatMap(({ events }) => of(events, 'PerpetualMarketListed'))[0];
    const old = new Exchange();
    for (const { events, ...batch } of exchange.batches) {
      const told = events.map((event) => (event === listing ? { ...listing, openOrdersMax: 5_000 } : event));
      evolve(old.state, { ...batch, events: told });
      old.auditor.follow({ ...batch, events: told });
    }
    old.now = exchange.now + 1_500;
    const later = new Scenario(old);
    later.given(mark(M, old.now), open(BOB, 'long', 10, 1));
    for (let order = 1; order < 200; order++) later.given(open(BOB, 'long', 10, 1));
    later.when(open(BOB, 'long', 10, 1)).then(refused('orders.too.many', { maximum: 200 }));
    repeatLastOrder(later.given(cancelAll(PERP)).given(open(BOB, 'long', 10, 1)), 400);
    later.when(open(BOB, 'long', 10, 1)).then(refused('orders.too.many', { maximum: 200 }));
    expect([...old.state.orders.values()]).toHaveLength(401);
  });
});
