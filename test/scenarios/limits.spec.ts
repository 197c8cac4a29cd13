import { AMOUNT_MAX } from '../../server/core/amounts';
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../../server/core/bounds';
import type { Batch } from '../../server/core/event';
import { TICKS_MAX } from '../../server/core/market/book';
import {
  ALICE,
  BOB,
  BTC_USDT,
  CAROL,
  available,
  buy,
  by,
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
  rested,
  sell,
  staff,
  system,
  stopLimit,
  stopSell,
  that,
  traded,
  triggered,
  type Step,
  accountFrozen,
  Exchange,
  LISTINGS,
  Scenario,
  as,
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
  test.each(cases)('%s', (_, step, expected) => {
    given()
      .when(step)
      .then(refused(...expected));
  });

  test('the edges themselves are allowed', () => {
    given()
      .when(buy(2, 5), buy(10, 1), sell(1_000_000, 1_000_000))
      .then(placed('rests'), placed('rests'), placed('rests'));
  });

  test('the smallest quantity', () => {
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

describe('which fields go together', () => {
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
  ])('ASVS 2.1.2: not %o', (fields) => {
    given().when(order(fields)).then(refused('order.combination.invalid'));
  });
});

describe('open orders a user may have in a market', () => {
  const few = { ...BTC_USDT, market: 'ETH-BTC', base: 'ETH', quote: 'BTC', tick: '0.1', lot: '0.01', openOrdersMax: 3 };
  const there = { market: 'ETH-BTC' };
  const start = () =>
    given(
      staff({ type: 'ListMarket', ...few }),
      marketState('open', 'ETH-BTC'),
      buy(50, 1, there),
      sell(200, 1, there),
    );

  test('ASVS 2.1.3: the last one allowed is allowed, the next is not until one has ended', () => {
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

  test('what cannot stay open does not count, nor do other markets and users', () => {
    start()
      .given(buy(52, 1, there))
      .when(buy(100, 1, { ...there, timeInForce: 'ioc' }), marketBuy(1, there))
      .then(cancelled(4, 'time_in_force'), cancelled(5, 'band'))
      .when(buy(50, 1), by(ALICE, buy(50, 1, there)))
      .then(placed('rests'), placed('rests'));
  });

  test('a filled order makes room', () => {
    start()
      .given(buy(52, 1, there))
      .when(by(CAROL, sell(52, 1, there)), buy(52, 1, there))
      .then(traded(52, 1));
  });
});

describe('a taker meets at most 500 resting orders', () => {
  /** Four sellers, since none may have more than 200 open orders. */
  const many = (count: number) => {
    const scenario = given();
    const extra = [10_000_005, 10_000_006].flatMap((user): Step[] => [
      { actor: 'registrar', command: { type: 'RegisterMember', user } },
      staff({ type: 'VerifyMember', user }),
      system({ type: 'CreditRecharge', user, asset: 'BTC', amount: 100_000n, reference: `r/${user}` }),
    ]);
    scenario.given(extra);
    const sellers = [ALICE, CAROL, 10_000_005, 10_000_006];
    for (let order = 0; order < count; order++) scenario.given(by(sellers[order % 4], sell(100, 1)));
    return scenario;
  };

  test('exactly 500 are met', () => {
    const scenario = many(501).when(buy(100, 500));
    scenario.then(
      ...Array.from({ length: 500 }, (_, index) => traded(100, 1, { makerOrder: index + 1 })),
      that(({ state }) => expect(state.orders.size).toBe(1)),
    );
  });

  test('the rest of one that would need more is cancelled with that reason, however it would rest', () => {
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

  test('a fill-or-kill that would need more is refused', () => {
    many(502)
      .when(buy(100, 502, { timeInForce: 'fok' }))
      .then(refused('fills.too.many'))
      .when(marketBuy(502, { timeInForce: 'fok' }))
      .then(refused('fills.too.many'));
  });

  test('a triggered fill-or-kill that would need more ends with that reason', () => {
    many(502)
      .given(stopLimit('buy', 99, 100, 501, { timeInForce: 'fok' }), by(CAROL, rested('buy', 99, 1)))
      .when(by(ALICE, sell(99, 1)))
      .then(traded(99, 1), triggered(503), cancelled(503, 'fills_too_many', 501), frozen(BOB, 'USDT', 0n));
  });
});

describe('2^63 − 1', () => {
  /** A market whose smallest steps are coarse: one tick of one lot costs 10^12 units of GBP. */
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

  test('ASVS 1.4.2: an order may be as large as an amount can be, no larger', () => {
    // 2^63 − 1 = 9,223,372 × 10^12 and some.
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

  test('amounts stay exact up to there', () => {
    coarse()
      .given(by(ALICE, sell(9_223_372, 1, there)))
      .when(buy(9_223_372, 1, there))
      .then(traded(9_223_372, 1), available(ALICE, 'GBP', 9_223_372n * 10n ** 12n), frozen(BOB, 'GBP', 0n));
  });

  test('a market order whose cost passes it is refused', () => {
    coarse()
      .given(by(ALICE, sell(100, 50_000, there)), by(ALICE, sell(101, 50_000, there)))
      .when(marketBuy(100_000, there))
      .then(refused('amount.too.large'));
  });

  test('an amendment that passes it is refused', () => {
    coarse()
      .given(buy(100, 1_000, there))
      .when({ ...cancel(1), command: { type: 'AmendOrder', user: BOB, order: 1, quantity: 100_000 } })
      .then(refused('amount.too.large'), open(1, { quantity: 1_000 }));
  });
});

/** However much a command reaches, what comes of it is one batch that every journal takes. */

const there = { market: MARKET };
/** As many of the longest trades as fit a batch. */
const FITTING = 451;

function lastBatch({ exchange }: Scenario): Batch {
  return exchange.batches[exchange.batches.length - 1];
}

function withinBounds(batch: Batch): void {
  expect(batch.events.length).toBeLessThanOrEqual(BATCH_EVENTS_MAX);
  expect(bytesOf(batch)).toBeLessThanOrEqual(BATCH_BYTES_MAX);
}

/** Sells of others and, one in four, of the taker itself, enough to pass every bound. */
function mixed(): Step[] {
  return makers(520).flatMap((maker, index) =>
    index % 4 === 0 ? [by(TAKER, limit('sell', PRICE, 1, there)), maker] : [maker],
  );
}

const LOTS_ABOVE = 500 * LOTS;
/** Each trade at a better price than what was held for: the fifth entry gives the difference back. */
const takesAll = by(TAKER, limit('buy', TICKS_MAX, LOTS_ABOVE, { ...there, selfTrade: 'cancel_maker' }));

describe('a taker in a market where everything is as long as it can be', () => {
  test('meets as many as one batch holds, and the rest of it is cancelled', () => {
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

  test('so does one that meets its own orders among them, and one that is amended', () => {
    const crossing = largestMarket().given(mixed()).given(takesAll);
    withinBounds(lastBatch(crossing));
    expect(lastBatch(crossing).events.length).toBe(FITTING + 2);

    const amending = largestMarket().given(
      by(TAKER, limit('buy', 1, LOTS_ABOVE, { ...there, selfTrade: 'cancel_maker' })),
      mixed(),
    );
    const [order] = amending.exchange.state.orders.keys();
    amending.given({ actor: `user/${TAKER}`, command: { type: 'AmendOrder', user: TAKER, order, price: TICKS_MAX } });
    withinBounds(lastBatch(amending));
    expect(lastBatch(amending).events.length).toBe(FITTING + 2);
  });

  test('so does one by amount, and a fill-or-kill that would need more is refused', () => {
    const byAmount = by(TAKER, marketBuyFor(9n * 10n ** 18n, there));
    const scenario = largestMarket().given(makers(520), as('c'.repeat(36), byAmount));
    withinBounds(lastBatch(scenario));
    expect(lastBatch(scenario).events[FITTING + 1]).toMatchObject({ reason: 'fills_too_many' });

    largestMarket()
      .given(makers(520))
      .when(by(TAKER, limit('buy', TICKS_MAX, (FITTING + 1) * LOTS, { ...there, timeInForce: 'fok' })))
      .then(refused('fills.too.many'));
  });

  test('so does one whose trigger is reached, and the exchange goes on', () => {
    const stop = by(TAKER, stopLimit('buy', PRICE - 1, TICKS_MAX, LOTS_ABOVE, { ...there, selfTrade: 'cancel_maker' }));
    const scenario = largestMarket().given(
      mixed(),
      stop,
      by(PASSER, limit('buy', PRICE - 1, 1, there)),
      by(MAKER, limit('sell', PRICE - 1, 1, there)),
    );
    const batch = lastBatch(scenario);
    withinBounds(batch);
    expect(batch.command.type).toBe('TriggerOrder');
    expect(batch.events[FITTING + 1]).toMatchObject({ type: 'OrderCancelled', reason: 'fills_too_many' });
    scenario.when(by(PASSER, limit('buy', 1, 1, there))).then(placed('rests'));
  });
});

test('one cancel-all of the longest orders ends a thousand in one batch, and the rest with the next', () => {
  const scenario = largestMarket();
  for (let order = 0; order < 1_001; order++) scenario.given(by(MAKER, limit('sell', PRICE, 8_000_000, there)));
  const all: Step = { actor: 'admin/2147483647', command: { type: 'CancelAllOrders', user: MAKER, market: MARKET } };
  scenario.given(all);
  expect(lastBatch(scenario).events.length).toBe(1_000);
  withinBounds(lastBatch(scenario));
  scenario.given(all);
  expect(lastBatch(scenario).events).toHaveLength(1);
});

describe('what is owed and cannot be done', () => {
  /** The last resort, whatever the rules come to say: here batches may hold no more than some ten trades. */
  const narrow = (): Scenario => {
    const exchange = new Exchange(undefined, 8_000);
    // The auditor knows what the order should have done.
    exchange.auditor.follow = () => undefined;
    exchange.auditor.compare = () => undefined;
    const scenario = new Scenario(exchange);
    for (const listing of LISTINGS) scenario.given(listing);
    for (let order = 0; order < 20; order++) scenario.given(rested('sell', 100, 1));
    return scenario.given(stopLimit('buy', 99, 100, 20), by(CAROL, rested('buy', 99, 1)));
  };

  test('is ended by an event with its reason, and the exchange goes on', () => {
    narrow()
      .when(by(ALICE, sell(99, 1)))
      .then(traded(99, 1), triggered(21), cancelled(21, 'fills_too_many', 20), frozen(BOB, 'USDT', 0n))
      .when(buy(90, 1))
      .then(placed('rests'));
  });

  test('a frozen account’s orders are ended one by one where as many as are always few enough are too many', () => {
    const scenario = narrow();
    for (let order = 0; order < 40; order++) scenario.given(buy(50, 1));
    scenario.given(accountFrozen());
    const ending = scenario.exchange.batches.filter(({ command }) => command.type === 'EndFrozenOrders');
    expect(ending[0].events).toMatchObject([{ type: 'OrderCancelled', user: BOB, reason: 'account_frozen' }]);
    expect(scenario.exchange.state.members.get(BOB)?.openOrders.size).toBe(0);
  });

  test('a command from outside that cannot be done is refused and changes nothing', () => {
    narrow()
      .when(buy(100, 20))
      .then(refused('batch.too.large'), open(1, { quantity: 1 }));
  });
});
