import { AMOUNT_MAX } from '../../server/core/amounts';
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../../server/core/bounds';
import type { Batch } from '../../server/core/event';
import { TICKS_MAX } from '../../server/core/market/price-tree';
import {
  ALICE,
  BOB,
  BTC_USDT,
  CAROL,
  available,
  buy,
  asUser,
  cancel,
  cancelled,
  frozen,
  given,
  marketBuy,
  marketBuyFor,
  marketState,
  open,
  placed,
  refused,
  restingOrder,
  sell,
  staff,
  system,
  stopLimit,
  stopSell,
  expectThat,
  traded,
  triggered,
  type Step,
  accountFrozen,
  Exchange,
  LISTINGS,
  Scenario,
  withClientId,
  limit,
} from '../tools/fixtures/core-fixture';
import { bytesOf } from '../tools/fixtures/largest';
import { LOTS, MAKER, MARKET, PASSER, PRICE, TAKER, largestMarket, makers } from '../tools/fixtures/largest-market';

describe('the terms of a market', () => {
  const cases: [string, Step, Parameters<typeof refused>][] = [
    ['below the lowest price', buy(1, 10), ['price.out.of.range']],
    ['above the highest price', buy(1_000_001, 10), ['price.out.of.range']],
    ['no price', buy(Number.NaN, 10), ['price.out.of.range']],
    ['half a tick', buy(99.5, 10), ['price.out.of.range']],
    ['a trigger below the lowest price', stopLimit('buy', 1, 100, 10), ['trigger.out.of.range']],
    ['a trigger above the highest price', stopSell(1_000_001, 10), ['trigger.out.of.range']],
    ['nothing', buy(100, 0), ['quantity.not.positive']],
    ['less than nothing', buy(100, -1), ['quantity.not.positive']],
    ['no number', buy(100, Number.NaN), ['quantity.not.positive']],
    ['half a lot', buy(100, 0.5), ['quantity.too.large']],
    ['more than the largest order', buy(100, 1_000_001), ['quantity.too.large', { maximum: 1_000_000 }]],
    ['beyond exact integers', buy(100, 2 ** 53), ['quantity.too.large']],
    ['less than the smallest notional', buy(3, 3), ['notional.too.small', { minimum: '10' }]],
    ['an amount of less than the smallest notional', marketBuyFor(9n), ['notional.too.small']],
    ['an amount of nothing', marketBuyFor(0n), ['amount.not.positive']],
    ['an amount of less', marketBuyFor(-5n), ['amount.not.positive']],
    ['an amount beyond 64 bits', marketBuyFor(AMOUNT_MAX + 1n), ['amount.too.large']],
    ['an amount of 64 bits that is not there', marketBuyFor(AMOUNT_MAX), ['balance.insufficient']],
  ];
  test.each(cases)('refuses an order: %s', (_, step, expected) => {
    given()
      .when(step)
      .then(refused(...expected));
  });

  test('accepts the bounds themselves', () => {
    given()
      .when(buy(2, 5), buy(10, 1), sell(1_000_000, 1_000_000))
      .then(placed('rests'), placed('rests'), placed('rests'));
  });

  test('refuses less than the smallest quantity', () => {
    given(
      staff({
        type: 'ListMarket',
        ...BTC_USDT,
        market: 'ETH-BTC',
        base: 'ETH',
        quote: 'BTC',
        tick: '0.1',
        lot: '0.01',
        quantityMin: 5,
      }),
      marketState('open', 'ETH-BTC'),
    )
      .when(buy(100, 4, { market: 'ETH-BTC' }))
      .then(refused('quantity.too.small', { minimum: 5 }))
      .when(buy(100, 5, { market: 'ETH-BTC' }))
      .then(placed('rests'));
  });
});

describe('combinations of order fields', () => {
  const order = (fields: object): Step => {
    const { command } = buy(100, 10);
    return {
      ...buy(100, 10),
      command: { ...command, price: undefined, quantity: undefined, ...fields } as typeof command,
    };
  };
  test.each([
    { kind: 'limit', quantity: 10 },
    { kind: 'limit', price: 100 },
    { kind: 'limit', price: 100, quantity: 10, trigger: 90 },
    { kind: 'limit', price: 100, quantity: 10, quoteAmount: 100n },
    { kind: 'limit', price: 100, quoteAmount: 1_000n },
    { kind: 'market', timeInForce: 'gtc', quantity: 10 },
    { kind: 'market', timeInForce: 'post_only', quantity: 10 },
    { kind: 'market', timeInForce: 'ioc' },
    { kind: 'market', timeInForce: 'ioc', quantity: 10, quoteAmount: 100n },
    { kind: 'market', timeInForce: 'ioc', quantity: 10, price: 100 },
    { kind: 'market', timeInForce: 'ioc', quantity: 10, trigger: 90 },
    { kind: 'market', timeInForce: 'ioc', side: 'sell', quoteAmount: 100n },
    { kind: 'stop_limit', price: 100, quantity: 10 },
    { kind: 'stop_limit', trigger: 90, quantity: 10 },
    { kind: 'stop_limit', price: 100, trigger: 90 },
    { kind: 'stop_limit', price: 100, trigger: 90, quantity: 10, timeInForce: 'post_only' },
    { kind: 'stop_market', trigger: 90, timeInForce: 'ioc', side: 'buy', quantity: 10 },
    { kind: 'stop_market', trigger: 90, timeInForce: 'ioc', side: 'sell', quoteAmount: 100n },
    { kind: 'stop_market', trigger: 90, timeInForce: 'gtc', side: 'sell', quantity: 10 },
    { kind: 'stop_market', timeInForce: 'ioc', side: 'sell', quantity: 10 },
    { kind: 'stop_market', trigger: 90, timeInForce: 'ioc', side: 'sell', quantity: 10, price: 100 },
  ])('ASVS 2.1.2: refuses %o', (fields) => {
    given().when(order(fields)).then(refused('order.combination.invalid'));
  });
});

describe('open orders per user and market', () => {
  const few = { ...BTC_USDT, market: 'ETH-BTC', base: 'ETH', quote: 'BTC', tick: '0.1', lot: '0.01', openOrdersMax: 3 };
  const there = { market: 'ETH-BTC' };
  const start = () =>
    given(
      staff({ type: 'ListMarket', ...few }),
      marketState('open', 'ETH-BTC'),
      buy(50, 1, there),
      sell(200, 1, there),
    );

  test('ASVS 2.1.3: accepts the last order allowed and refuses the next until one has ended', () => {
    start()
      .when(stopLimit('buy', 150, 150, 1, there))
      .then(placed('waits'))
      .when(buy(51, 1, there))
      .then(refused('orders.too.many', { maximum: 3 }))
      .when(stopLimit('buy', 150, 150, 1, there))
      .then(refused('orders.too.many'))
      .when(cancel(3), buy(51, 1, there))
      .then(cancelled(3, 'requested'));
  });

  test('does not count orders that cannot rest, nor other markets and users', () => {
    start()
      .given(buy(52, 1, there))
      .when(buy(100, 1, { ...there, timeInForce: 'ioc' }), marketBuy(1, there))
      .then(cancelled(4, 'time_in_force'), cancelled(5, 'band'))
      .when(buy(50, 1), asUser(ALICE, buy(50, 1, there)))
      .then(placed('rests'), placed('rests'));
  });

  test('a filled order makes room', () => {
    start()
      .given(buy(52, 1, there))
      .when(asUser(CAROL, sell(52, 1, there)), buy(52, 1, there))
      .then(traded(52, 1));
  });
});

describe('a taker meets at most 500 resting orders', () => {
  /** Four sellers, because each may have at most 200 open orders. */
  const many = (count: number) => {
    const scenario = given();
    const extra = [10_000_005, 10_000_006].flatMap((user): Step[] => [
      { actor: 'registrar', command: { type: 'RegisterMember', user } },
      staff({ type: 'VerifyMember', user }),
      system({ type: 'CreditRecharge', user, asset: 'BTC', amount: 100_000n, reference: `r/${user}` }),
    ]);
    scenario.given(extra);
    const sellers = [ALICE, CAROL, 10_000_005, 10_000_006];
    for (let order = 0; order < count; order++) scenario.given(asUser(sellers[order % 4], sell(100, 1)));
    return scenario;
  };

  test('fills against exactly 500', () => {
    const scenario = many(501).when(buy(100, 500));
    scenario.then(
      ...Array.from({ length: 500 }, (_, index) => traded(100, 1, { makerOrder: index + 1 })),
      expectThat(({ state }) => expect(state.orders.size).toBe(1)),
    );
  });

  test('cancels the rest with its own reason, for any time in force', () => {
    for (const timeInForce of ['gtc', 'ioc'] as const) {
      const { exchange } = many(502).when(buy(100, 502, { timeInForce }));
      const { events } = exchange.batches[exchange.batches.length - 1];
      expect(events).toHaveLength(502);
      expect(events[501]).toMatchObject({ type: 'OrderCancelled', reason: 'fills_too_many', open: 2 });
    }
    const { exchange } = many(502).when(marketBuy(502));
    expect(exchange.batches[exchange.batches.length - 1].events[501]).toMatchObject({
      reason: 'fills_too_many',
      open: 2,
    });
  });

  test('refuses a fill-or-kill that would need more', () => {
    many(502)
      .when(buy(100, 502, { timeInForce: 'fok' }))
      .then(refused('fills.too.many'))
      .when(marketBuy(502, { timeInForce: 'fok' }))
      .then(refused('fills.too.many'));
  });

  test('cancels a triggered fill-or-kill that would need more', () => {
    many(502)
      .given(stopLimit('buy', 99, 100, 501, { timeInForce: 'fok' }), asUser(CAROL, restingOrder('buy', 99, 1)))
      .when(asUser(ALICE, sell(99, 1)))
      .then(traded(99, 1), triggered(503), cancelled(503, 'fills_too_many', 501), frozen(BOB, 'USDT', 0n));
  });
});

describe('2^63 − 1', () => {
  /** A market with coarse steps: one lot at one tick costs 10^12 units of GBP. */
  const coarse = () =>
    given(
      staff({ type: 'ListAsset', asset: 'GOLD', scale: 0, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({ type: 'ListAsset', asset: 'GBP', scale: 12, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({
        type: 'ListMarket',
        ...BTC_USDT,
        market: 'GOLD-GBP',
        base: 'GOLD',
        quote: 'GBP',
        tick: '1',
        lot: '1',
        quantityMax: Number.MAX_SAFE_INTEGER,
        priceHighest: 2 ** 30 - 1,
      }),
      marketState('open', 'GOLD-GBP'),
      staff({ type: 'CreditRecharge', user: BOB, asset: 'GBP', amount: AMOUNT_MAX, reference: 'r' }),
      staff({ type: 'CreditRecharge', user: ALICE, asset: 'GOLD', amount: AMOUNT_MAX, reference: 's' }),
    );
  const there = { market: 'GOLD-GBP' };

  test('ASVS 1.4.2: accepts an order up to the largest amount, and none above', () => {
    // 2^63 − 1 is a little above 9,223,372 × 10^12.
    coarse()
      .when(buy(9_223_372, 1, there))
      .then(placed('rests'), available(BOB, 'GBP', AMOUNT_MAX - 9_223_372n * 10n ** 12n));
    coarse()
      .when(buy(9_223_373, 1, there))
      .then(refused('amount.too.large'));
    coarse()
      .when(buy(1, 9_223_373, there))
      .then(refused('price.out.of.range'));
    coarse()
      .when(buy(2 ** 30 - 1, Number.MAX_SAFE_INTEGER, there))
      .then(refused('amount.too.large'));
  });

  test('keeps amounts exact up to the limit', () => {
    coarse()
      .given(asUser(ALICE, sell(9_223_372, 1, there)))
      .when(buy(9_223_372, 1, there))
      .then(traded(9_223_372, 1), available(ALICE, 'GBP', 9_223_372n * 10n ** 12n), frozen(BOB, 'GBP', 0n));
  });

  test('refuses a market order that costs more', () => {
    coarse()
      .given(asUser(ALICE, sell(100, 50_000, there)), asUser(ALICE, sell(101, 50_000, there)))
      .when(marketBuy(100_000, there))
      .then(refused('amount.too.large'));
  });

  test('refuses an amendment above the limit', () => {
    coarse()
      .given(buy(100, 1_000, there))
      .when({ ...cancel(1), command: { type: 'AmendOrder', user: BOB, order: 1, quantity: 100_000 } })
      .then(refused('amount.too.large'), open(1, { quantity: 1_000 }));
  });
});

/** However much a command affects, it yields one batch that every journal accepts. */

const there = { market: MARKET };
/** The number of longest trades that fit a batch. */
const FITTING = 451;

function lastBatch({ exchange }: Scenario): Batch {
  return exchange.batches[exchange.batches.length - 1];
}

function withinBounds(batch: Batch): void {
  expect(batch.events.length).toBeLessThanOrEqual(BATCH_EVENTS_MAX);
  expect(bytesOf(batch)).toBeLessThanOrEqual(BATCH_BYTES_MAX);
}

/** Sell orders of others and, one in four, of the taker itself, enough to exceed every bound. */
function mixed(): Step[] {
  return makers(520).flatMap((maker, index) =>
    index % 4 === 0 ? [asUser(TAKER, limit('sell', PRICE, 1, there)), maker] : [maker],
  );
}

const LOTS_ABOVE = 500 * LOTS;
/** Each trade has a better price than the hold: its fifth entry releases the difference. */
const takesAll = asUser(TAKER, limit('buy', TICKS_MAX, LOTS_ABOVE, { ...there, selfTrade: 'cancel_maker' }));

describe('a taker in a market of the longest names and numbers', () => {
  test('fills as much as one batch holds, and the rest is cancelled', () => {
    const scenario = largestMarket().given(makers(520)).given(takesAll);
    const batch = lastBatch(scenario);
    withinBounds(batch);
    expect(batch.events.filter(({ type }) => type === 'TradeExecuted').length).toBe(FITTING);
    expect(batch.events[1]).toMatchObject({ type: 'TradeExecuted', entries: { length: 5 } });
    expect(batch.events[FITTING + 1]).toMatchObject({
      type: 'OrderCancelled',
      reason: 'fills_too_many',
      open: LOTS_ABOVE - FITTING * LOTS,
    });
    expect(bytesOf(batch)).toBeGreaterThan(BATCH_BYTES_MAX * 0.95);
  });

  test('is bounded the same way with own orders among the makers, and after an amendment', () => {
    const crossing = largestMarket().given(mixed()).given(takesAll);
    withinBounds(lastBatch(crossing));
    expect(lastBatch(crossing).events.length).toBe(FITTING + 2);

    const amending = largestMarket().given(
      asUser(TAKER, limit('buy', 1, LOTS_ABOVE, { ...there, selfTrade: 'cancel_maker' })),
      mixed(),
    );
    const [order] = amending.exchange.state.orders.keys();
    amending.given({ actor: `user/${TAKER}`, command: { type: 'AmendOrder', user: TAKER, order, price: TICKS_MAX } });
    withinBounds(lastBatch(amending));
    expect(lastBatch(amending).events.length).toBe(FITTING + 2);
  });

  test('is bounded the same way by amount; a fill-or-kill that would need more is refused', () => {
    const byAmount = asUser(TAKER, marketBuyFor(9n * 10n ** 18n, there));
    const scenario = largestMarket().given(makers(520), withClientId('c'.repeat(36), byAmount));
    withinBounds(lastBatch(scenario));
    expect(lastBatch(scenario).events[FITTING + 1]).toMatchObject({ reason: 'fills_too_many' });

    largestMarket()
      .given(makers(520))
      .when(asUser(TAKER, limit('buy', TICKS_MAX, (FITTING + 1) * LOTS, { ...there, timeInForce: 'fok' })))
      .then(refused('fills.too.many'));
  });

  test('is bounded the same way when triggered, and the exchange continues', () => {
    const stop = asUser(
      TAKER,
      stopLimit('buy', PRICE - 1, TICKS_MAX, LOTS_ABOVE, { ...there, selfTrade: 'cancel_maker' }),
    );
    const scenario = largestMarket().given(
      mixed(),
      stop,
      asUser(PASSER, limit('buy', PRICE - 1, 1, there)),
      asUser(MAKER, limit('sell', PRICE - 1, 1, there)),
    );
    const batch = lastBatch(scenario);
    withinBounds(batch);
    expect(batch.command.type).toBe('TriggerOrder');
    expect(batch.events[FITTING + 1]).toMatchObject({ type: 'OrderCancelled', reason: 'fills_too_many' });
    scenario.when(asUser(PASSER, limit('buy', 1, 1, there))).then(placed('rests'));
  });
});

test('cancel-all ends a thousand of the longest orders in one batch, and the rest with the next', () => {
  const scenario = largestMarket();
  for (let order = 0; order < 1_001; order++) scenario.given(asUser(MAKER, limit('sell', PRICE, 8_000_000, there)));
  const all: Step = { actor: 'admin/2147483647', command: { type: 'CancelAllOrders', user: MAKER, market: MARKET } };
  scenario.given(all);
  expect(lastBatch(scenario).events.length).toBe(1_000);
  withinBounds(lastBatch(scenario));
  scenario.given(all);
  expect(lastBatch(scenario).events).toHaveLength(1);
});

describe('due work that is impossible', () => {
  /** The last resort for any future rules: here a batch holds at most some ten trades. */
  const narrow = (): Scenario => {
    const exchange = new Exchange(undefined, 8_000);
    // The auditor expects the full fill and is switched off.
    exchange.auditor.follow = () => undefined;
    exchange.auditor.compare = () => undefined;
    const scenario = new Scenario(exchange);
    for (const listing of LISTINGS) scenario.given(listing);
    for (let order = 0; order < 20; order++) scenario.given(restingOrder('sell', 100, 1));
    return scenario.given(stopLimit('buy', 99, 100, 20), asUser(CAROL, restingOrder('buy', 99, 1)));
  };

  test('is ended by an event with a reason, and the exchange continues', () => {
    narrow()
      .when(asUser(ALICE, sell(99, 1)))
      .then(traded(99, 1), triggered(21), cancelled(21, 'fills_too_many', 20), frozen(BOB, 'USDT', 0n))
      .when(buy(90, 1))
      .then(placed('rests'));
  });

  test('cancels the orders of a frozen account one by one if a normal slice is too large', () => {
    const scenario = narrow();
    for (let order = 0; order < 40; order++) scenario.given(buy(50, 1));
    scenario.given(accountFrozen());
    const ending = scenario.exchange.batches.filter(({ command }) => command.type === 'EndFrozenOrders');
    expect(ending[0].events).toMatchObject([{ type: 'OrderCancelled', user: BOB, reason: 'account_frozen' }]);
    expect(scenario.exchange.state.members.get(BOB)?.openOrders.size).toBe(0);
  });

  test('refuses an impossible external command and changes nothing', () => {
    narrow()
      .when(buy(100, 20))
      .then(refused('batch.too.large'), open(1, { quantity: 1 }));
  });
});
