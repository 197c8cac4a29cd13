/** However much a command reaches, what comes of it is one batch that every journal takes. */
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../../server/core/bounds';
import type { Batch } from '../../server/core/event';
import { TICKS_MAX } from '../../server/core/market/book';
import {
  accountFrozen,
  ALICE,
  BOB,
  CAROL,
  Exchange,
  LISTINGS,
  Scenario,
  as,
  buy,
  by,
  cancelled,
  frozen,
  limit,
  marketBuyFor,
  open,
  placed,
  refused,
  rested,
  sell,
  stopLimit,
  traded,
  triggered,
  type Step,
} from '../tools/core-fixture';
import { bytesOf } from '../tools/largest';
import { LOTS, MAKER, MARKET, PASSER, PRICE, TAKER, largestMarket, makers } from '../tools/largest-market';

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
