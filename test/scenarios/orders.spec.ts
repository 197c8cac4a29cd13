import { BATCH_BYTES_MAX } from '../../server/core/bounds';
import { encodeBody } from '../../server/products/core';
import { QUOTE_PIECES_MAX } from '../../shared/rules/quote-pieces';
import {
  ALICE,
  BOB,
  CAROL,
  RICH,
  available,
  book,
  buy,
  by,
  cancelled,
  closed,
  frozen,
  given,
  joined,
  open,
  placed,
  refused,
  rested,
  sell,
  traded,
  lastPrice,
  marketBuy,
  marketBuyFor,
  marketSell,
  poor,
  that,
  ADMIN,
  BTC_USDT,
  accountFrozen,
  amended,
  marketState,
  nothing,
  occurred,
  quote,
  stopLimit,
  type Step,
} from '../tools/fixtures/core-fixture';

describe('a limit order, good till cancelled', () => {
  test('rests whole when nothing crosses it, and holds price × quantity', () => {
    given(rested('sell', 101, 5))
      .when(buy(100, 3))
      .then(placed('rests'), book('buy', [2, 100, 3]), frozen(BOB, 'USDT', 300n), available(BOB, 'USDT', RICH - 300n));
    given()
      .when(sell(100, 3))
      .then(placed('rests'), book('sell', [1, 100, 3]), frozen(BOB, 'BTC', 3n));
  });

  test('trades at the prices of those who came first, best price first, then by arrival', () => {
    given(rested('sell', 102, 1), rested('sell', 100, 2), by(CAROL, rested('sell', 100, 2)), rested('sell', 101, 2))
      .when(buy(101, 5))
      .then(
        traded(100, 2, { makerOrder: 2, maker: ALICE }),
        traded(100, 2, { makerOrder: 3, maker: CAROL }),
        traded(101, 1, { makerOrder: 4 }),
        book('sell', [4, 101, 1], [1, 102, 1]),
        closed(2, 3, 5),
      );
    given(rested('buy', 98, 1), rested('buy', 100, 2), by(CAROL, rested('buy', 100, 2)))
      .when(sell(98, 5))
      .then(
        traded(100, 2, { makerOrder: 2 }),
        traded(100, 2, { makerOrder: 3 }),
        traded(98, 1, { makerOrder: 1 }),
        book('buy'),
      );
  });

  test('gives back what a better price saves, and holds only the rest', () => {
    given(rested('sell', 95, 4))
      .when(buy(100, 10))
      .then(
        traded(95, 4),
        joined(100, 6),
        frozen(BOB, 'USDT', 600n),
        available(BOB, 'USDT', RICH - 380n - 600n),
        available(ALICE, 'USDT', RICH + 380n),
        frozen(ALICE, 'BTC', 0n),
      );
  });

  test('leaves nothing held when it is filled', () => {
    given(rested('sell', 95, 4))
      .when(buy(100, 4))
      .then(traded(95, 4), closed(1, 2), frozen(BOB, 'USDT', 0n), available(BOB, 'USDT', RICH - 380n));
    given(rested('buy', 100, 4))
      .when(sell(95, 4))
      .then(
        traded(100, 4),
        frozen(ALICE, 'USDT', 0n),
        available(BOB, 'USDT', RICH + 400n),
        available(BOB, 'BTC', RICH - 4n),
      );
  });

  test('a resting order filled in part keeps its place', () => {
    given(rested('sell', 100, 5), by(CAROL, rested('sell', 100, 5)))
      .when(buy(100, 2), buy(100, 4))
      .then(
        traded(100, 2, { makerOrder: 1 }),
        traded(100, 3, { makerOrder: 1 }),
        traded(100, 1, { makerOrder: 2 }),
        open(2, { filledQuantity: 1, filledQuote: 100n, phase: 'resting' }),
      );
  });
});

describe('a limit order, immediate or cancel', () => {
  test('trades what it can and cancels the rest, which returns', () => {
    given(rested('sell', 100, 3), rested('sell', 102, 5))
      .when(buy(101, 5, { timeInForce: 'ioc' }))
      .then(
        traded(100, 3),
        cancelled(3, 'time_in_force', 2),
        closed(3),
        frozen(BOB, 'USDT', 0n),
        available(BOB, 'USDT', RICH - 300n),
      );
  });

  test('ends without a trade when nothing crosses it', () => {
    given(rested('buy', 98, 3))
      .when(sell(99, 5, { timeInForce: 'ioc' }))
      .then(placed('takes'), cancelled(2, 'time_in_force', 5), frozen(BOB, 'BTC', 0n), available(BOB, 'BTC', RICH));
  });

  test('is filled like any other', () => {
    given(rested('buy', 100, 5))
      .when(sell(99, 5, { timeInForce: 'ioc' }))
      .then(traded(100, 5), closed(1, 2));
  });
});

describe('a limit order, fill or kill', () => {
  test('is filled whole or refused, and then nothing has changed', () => {
    given(rested('sell', 100, 3), rested('sell', 101, 3))
      .when(buy(101, 6, { timeInForce: 'fok' }))
      .then(traded(100, 3), traded(101, 3), closed(1, 2, 3));
    given(rested('sell', 100, 3), rested('sell', 101, 3))
      .when(buy(101, 7, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'), book('sell', [1, 100, 3], [2, 101, 3]), available(BOB, 'USDT', RICH));
  });

  test('is refused when nothing crosses it', () => {
    given(rested('sell', 100, 3))
      .when(buy(99, 3, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
    given()
      .when(sell(99, 3, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
  });
});

describe('a limit order, post only', () => {
  test('rests when nothing crosses it, and is refused when it would take', () => {
    given(rested('sell', 100, 3))
      .when(buy(99, 3, { timeInForce: 'post_only' }))
      .then(placed('rests'), book('buy', [2, 99, 3]));
    given(rested('sell', 100, 3))
      .when(buy(100, 3, { timeInForce: 'post_only' }))
      .then(refused('order.would.take'));
    given(rested('buy', 100, 3))
      .when(sell(100, 3, { timeInForce: 'post_only' }))
      .then(refused('order.would.take'));
  });
});

/** Everything that was held by the batch was held at its head, and spent by its end. */
function holdsExactly(amount: bigint) {
  return that((_, { events }) => {
    const [first] = events;
    expect(first.type === 'OrderPlaced' && first.entries.map((entry) => entry.amount)).toEqual(
      amount > 0n ? [amount] : [],
    );
  });
}

describe('a market order by quantity', () => {
  test('holds exactly what its fills cost', () => {
    given(rested('sell', 100, 3), rested('sell', 101, 3))
      .when(marketBuy(5))
      .then(
        traded(100, 3),
        traded(101, 2),
        holdsExactly(502n),
        frozen(BOB, 'USDT', 0n),
        available(BOB, 'USDT', RICH - 502n),
      );
    given(rested('buy', 100, 3), rested('buy', 99, 3))
      .when(marketSell(5))
      .then(
        traded(100, 3),
        traded(99, 2),
        holdsExactly(5n),
        frozen(BOB, 'BTC', 0n),
        available(BOB, 'USDT', RICH + 498n),
      );
  });

  test('is filled in part and its rest expires with the reason: nothing left', () => {
    given(rested('sell', 100, 3))
      .when(marketBuy(5))
      .then(placed('takes'), traded(100, 3), cancelled(2, 'no_liquidity', 2), closed(2), holdsExactly(300n));
    given()
      .when(marketBuy(5))
      .then(placed('takes'), cancelled(1, 'no_liquidity', 5), holdsExactly(0n));
    given()
      .when(marketSell(5))
      .then(placed('takes'), cancelled(1, 'no_liquidity', 5), holdsExactly(0n));
  });

  test('trades within the band around the reference price, then around the last', () => {
    given(rested('sell', 110, 1), rested('sell', 111, 1))
      .when(marketBuy(2))
      .then(traded(110, 1), cancelled(3, 'band', 1));
    given(rested('buy', 90, 1), rested('buy', 89, 1))
      .when(marketSell(2))
      .then(traded(90, 1), cancelled(3, 'band', 1));
    given(...lastPrice(200), rested('sell', 220, 1), rested('sell', 221, 1))
      .when(marketBuy(2))
      .then(traded(220, 1), cancelled(5, 'band', 1));
  });

  test('the band ends at the lowest and the highest price', () => {
    given(...lastPrice(2), rested('buy', 2, 5))
      .when(marketSell(5))
      .then(traded(2, 5));
    given(...lastPrice(1_000_000), rested('sell', 1_000_000, 5))
      .when(marketBuy(5))
      .then(traded(1_000_000, 5));
  });

  test('is refused when what it would cost within the band is not there', () => {
    given(rested('sell', 100, 5), poor('USDT', 499n))
      .when(marketBuy(5))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '500', available: '499' }));
    given(rested('sell', 100, 5), poor('USDT', 500n))
      .when(marketBuy(5))
      .then(traded(100, 5), available(BOB, 'USDT', 0n));
    given(rested('sell', 100, 4), rested('sell', 111, 50), poor('USDT', 400n))
      .when(marketBuy(5))
      .then(traded(100, 4), cancelled(3, 'band', 1));
    given(rested('buy', 100, 5), poor('BTC', 4n))
      .when(marketSell(5))
      .then(refused('balance.insufficient'));
  });

  test('fill or kill: whole or not at all', () => {
    given(rested('sell', 100, 5))
      .when(marketBuy(5, { timeInForce: 'fok' }))
      .then(traded(100, 5));
    given(rested('sell', 100, 5))
      .when(marketBuy(6, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
    given(rested('sell', 100, 5), rested('sell', 111, 5))
      .when(marketBuy(6, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
  });
});

describe('a market buy by quote amount', () => {
  test('spends it to the last unit when the prices allow', () => {
    given(rested('sell', 100, 3), rested('sell', 101, 3))
      .when(marketBuyFor(401n))
      .then(traded(100, 3), traded(101, 1), closed(3), holdsExactly(401n), available(BOB, 'USDT', RICH - 401n));
  });

  test('counts as filled when the rest buys no lot', () => {
    given(rested('sell', 100, 5))
      .when(marketBuyFor(399n))
      .then(
        traded(100, 3),
        cancelled(2, 'quote_remainder', 0),
        holdsExactly(300n),
        available(BOB, 'USDT', RICH - 300n),
      );
    given(rested('sell', 100, 3), rested('sell', 105, 3))
      .when(marketBuyFor(402n))
      .then(traded(100, 3), cancelled(3, 'quote_remainder', 0));
  });

  // P6: 99.999 % executed is not "not enough liquidity".
  test('counts as filled even when the book or the band ends where the rest is too small', () => {
    given(rested('sell', 100, 3))
      .when(marketBuyFor(399n))
      .then(traded(100, 3), cancelled(2, 'quote_remainder', 0));
    given(rested('sell', 100, 3), rested('sell', 120, 3))
      .when(marketBuyFor(399n))
      .then(traded(100, 3), cancelled(3, 'quote_remainder', 0));
    given(rested('sell', 100, 3), by(BOB, rested('sell', 101, 1)))
      .when(marketBuyFor(350n, { selfTrade: 'cancel_maker' }))
      .then(traded(100, 3), cancelled(3, 'quote_remainder', 0));
    given(by(BOB, rested('sell', 100, 1)), rested('sell', 100, 3))
      .when(marketBuyFor(399n, { selfTrade: 'cancel_maker', timeInForce: 'fok' }))
      .then(cancelled(1, 'self_trade', 1), traded(100, 3), cancelled(3, 'quote_remainder', 0));
    given(rested('sell', 100, 3), by(BOB, rested('sell', 100, 1)))
      .when(marketBuyFor(399n, { selfTrade: 'cancel_maker' }))
      .then(traded(100, 3), cancelled(3, 'quote_remainder', 0));
  });

  test('a rest that could buy more expires with its reason', () => {
    given(rested('sell', 100, 3))
      .when(marketBuyFor(400n))
      .then(traded(100, 3), cancelled(2, 'no_liquidity', 0));
    given(rested('sell', 100, 3), rested('sell', 120, 3))
      .when(marketBuyFor(400n))
      .then(traded(100, 3), cancelled(3, 'band', 0), holdsExactly(300n));
    given()
      .when(marketBuyFor(400n))
      .then(placed('takes'), cancelled(1, 'no_liquidity', 0), holdsExactly(0n));
    given(rested('sell', 100, 3))
      .when(marketBuyFor(50n))
      .then(cancelled(2, 'quote_remainder', 0), closed(2));
  });

  test('fill or kill: all but what no lot can be bought for', () => {
    given(rested('sell', 100, 5))
      .when(marketBuyFor(399n, { timeInForce: 'fok' }))
      .then(traded(100, 3), cancelled(2, 'quote_remainder'));
    given(rested('sell', 100, 3))
      .when(marketBuyFor(399n, { timeInForce: 'fok' }))
      .then(traded(100, 3), cancelled(2, 'quote_remainder'));
    given(rested('sell', 100, 3))
      .when(marketBuyFor(400n, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
    given(rested('sell', 100, 3))
      .when(marketBuyFor(99n, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
    given()
      .when(marketBuyFor(400n, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
  });

  test('is refused when the amount is not there', () => {
    given(rested('sell', 100, 5), poor('USDT', 400n))
      .when(marketBuyFor(401n))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '401', available: '400' }));
  });
});

test('a market order never rests', () => {
  given(rested('sell', 100, 1))
    .when(marketBuy(9))
    .then(traded(100, 1), cancelled(2, 'no_liquidity'), closed(2));
  given(by(ALICE, buy(100, 1)))
    .when(marketSell(9))
    .then(traded(100, 1), cancelled(2, 'no_liquidity'), closed(2));
});

const bid = (price: number, quantity: number) => ({ side: 'buy', price, quantity }) as const;
const ask = (price: number, quantity: number) => ({ side: 'sell', price, quantity }) as const;
const postOnly = { timeInForce: 'post_only' } as const;

describe('quotes of one market', () => {
  test('end, change and begin in one batch, in the order in which the events say it', () => {
    given(buy(90, 5, postOnly), sell(110, 5, postOnly), buy(80, 5))
      .when(
        quote({
          cancels: [3],
          amends: [
            { order: 1, price: 92 },
            { order: 2, quantity: 3 },
          ],
          places: [ask(108, 2), bid(94, 1)],
        }),
      )
      .then(
        cancelled(3, 'requested', 5),
        amended(1, 'rests', { priceBefore: 90, price: 92, quantity: 5 }),
        amended(2, 'keeps', { openBefore: 5, quantity: 3 }),
        occurred('OrderPlaced', { order: 4, side: 'sell', timeInForce: 'post_only', quoted: 1, disposition: 'rests' }),
        occurred('OrderPlaced', { order: 5, side: 'buy', timeInForce: 'post_only', quoted: 1, disposition: 'rests' }),
        that((_, { outcomes, batches }) => {
          expect(outcomes).toMatchObject([{ id: 4, repeated: false }]);
          expect(batches).toHaveLength(1);
        }),
        book('buy', [5, 94, 1], [1, 92, 5]),
        book('sell', [4, 108, 2], [2, 110, 3]),
        frozen(BOB, 'USDT', 94n + 460n),
        frozen(BOB, 'BTC', 5n),
      );
  });

  test('a larger order, or one at another price, goes to the back of its level; a smaller one keeps its place', () => {
    given(buy(90, 5), buy(90, 6), rested('buy', 90, 7), buy(80, 1))
      .when(
        quote({
          amends: [
            { order: 1, quantity: 4 },
            { order: 2, quantity: 8 },
            { order: 4, price: 90 },
          ],
        }),
      )
      .then(
        amended(1, 'keeps'),
        amended(2, 'rests'),
        amended(4, 'rests'),
        book('buy', [1, 90, 4], [3, 90, 7], [2, 90, 8], [4, 90, 1]),
      );
  });

  test('an order that is filled in part is changed to new totals', () => {
    given(buy(90, 5), by(ALICE, sell(90, 2)))
      .when(quote({ amends: [{ order: 1, price: 91, quantity: 6 }] }))
      .then(amended(1, 'rests', { openBefore: 3, quantity: 6 }), book('buy', [1, 91, 4]), frozen(BOB, 'USDT', 364n))
      .when(quote({ amends: [{ order: 1, quantity: 2 }] }))
      .then(refused('amend.below.filled', { filled: 2, piece: 'amends/0' }));
  });

  test('what ends gives back what the others need, in either order of the command', () => {
    given(buy(100, 8), buy(90, 1), poor('USDT', 890n))
      .when(quote({ cancels: [1], places: [bid(95, 8)] }))
      .then(cancelled(1, 'requested'), occurred('OrderPlaced', { order: 3 }), available(BOB, 'USDT', 40n))
      .when(
        quote({
          amends: [
            { order: 2, quantity: 4 },
            { order: 3, quantity: 5 },
          ],
        }),
      )
      .then(amended(3, 'keeps'), amended(2, 'rests'), available(BOB, 'USDT', 55n))
      .when(quote({ amends: [{ order: 2, quantity: 5 }] }))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '90', available: '55', piece: 'amends/0' }));
  });

  test('what the pieces hold is added up, each asset by itself', () => {
    given(poor('USDT', 1_000n), poor('BTC', 10n))
      .when(quote({ places: [bid(90, 5), ask(110, 6), bid(91, 6), ask(111, 5)] }))
      .then(
        refused('balance.insufficient', { asset: 'BTC', required: '5', available: '4', piece: 'places/3' }),
        available(BOB, 'USDT', 1_000n),
      )
      .when(quote({ places: [bid(90, 5), bid(91, 6), bid(50, 1), ask(110, 10)] }))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '50', available: '4', piece: 'places/2' }))
      .when(quote({ places: [bid(90, 5), bid(91, 6), ask(110, 10)] }))
      .then(
        occurred('OrderPlaced'),
        occurred('OrderPlaced'),
        occurred('OrderPlaced'),
        available(BOB, 'USDT', 4n),
        available(BOB, 'BTC', 0n),
      );
  });

  test('both sides climb past where the asks stood, and fall past where the bids stood', () => {
    given(buy(90, 5), sell(95, 5))
      .when(
        quote({
          amends: [
            { order: 1, price: 98 },
            { order: 2, price: 103 },
          ],
        }),
      )
      .then(amended(2, 'rests'), amended(1, 'rests'), book('buy', [1, 98, 5]), book('sell', [2, 103, 5]))
      .when(
        quote({
          amends: [
            { order: 2, price: 85 },
            { order: 1, price: 80 },
          ],
        }),
      )
      .then(amended(1, 'rests'), amended(2, 'rests'), book('buy', [1, 80, 5]), book('sell', [2, 85, 5]));
  });

  test('a new order may stand where one that ends or moves still stood', () => {
    given(sell(100, 5), sell(101, 5))
      .when(quote({ cancels: [1], amends: [{ order: 2, price: 110 }], places: [bid(105, 1)] }))
      .then(cancelled(1, 'requested'), amended(2, 'rests'), occurred('OrderPlaced'), book('buy', [3, 105, 1]));
  });

  test.each<[string, Parameters<typeof quote>[0], string]>([
    ['another user’s order', { places: [bid(80, 1), bid(120, 1)] }, 'places/1'],
    ['another user’s order, by an amendment', { amends: [{ order: 1, price: 120 }] }, 'amends/0'],
    ['an own order that stays', { places: [bid(110, 1)] }, 'places/0'],
    ['an own order where it moves to', { amends: [{ order: 2, price: 95 }], places: [bid(95, 1)] }, 'places/0'],
    [
      'an own order where it stays with another size',
      {
        amends: [
          { order: 1, price: 110 },
          { order: 2, quantity: 1 },
        ],
      },
      'amends/1',
    ],
    ['a piece of its own', { places: [bid(105, 1), ask(105, 1)] }, 'places/1'],
    [
      'a piece of its own on the other side of the command',
      { places: [ask(104, 1), bid(103, 1), bid(104, 1)] },
      'places/2',
    ],
  ])('nothing of it takes: %s', (_, pieces, piece) => {
    given(buy(90, 5), sell(110, 5), rested('sell', 120, 5))
      .when(quote(pieces))
      .then(refused('order.would.take', { piece }), book('buy', [1, 90, 5]), frozen(BOB, 'USDT', 450n));
  });

  test('one piece that is refused refuses them all, and is named', () => {
    const good = { cancels: [3], amends: [{ order: 1, price: 91 }], places: [bid(92, 1)] };
    const scenario = given(buy(90, 5), sell(110, 5), buy(80, 1), rested('buy', 70, 1), stopLimit('buy', 120, 121, 1));
    const rows: [Step, string, object?][] = [
      [quote({ ...good, cancels: [3, 99] }), 'order.not.found', { piece: 'cancels/1' }],
      [quote({ ...good, cancels: [4] }), 'order.not.found', { piece: 'cancels/0' }],
      [quote({ ...good, market: 'ETH-USDT', places: [], amends: [] }), 'order.not.found', { piece: 'cancels/0' }],
      [quote({ ...good, cancels: [3, 3] }), 'quote.order.repeated', { piece: 'cancels/1' }],
      [quote({ ...good, cancels: [1] }), 'quote.order.repeated', { piece: 'amends/0' }],
      [
        quote({
          amends: [
            { order: 1, price: 91 },
            { order: 1, price: 92 },
          ],
        }),
        'quote.order.repeated',
        { piece: 'amends/1' },
      ],
      [quote({ ...good, amends: [{ order: 1 }] }), 'amend.nothing', { piece: 'amends/0' }],
      [quote({ ...good, amends: [{ order: 5, price: 119 }] }), 'amend.not.allowed', { piece: 'amends/0' }],
      [quote({ ...good, amends: [{ order: 1, price: 1 }] }), 'price.out.of.range', { piece: 'amends/0' }],
      [quote({ ...good, amends: [{ order: 1, price: 90.5 }] }), 'price.out.of.range', { piece: 'amends/0' }],
      [quote({ ...good, places: [bid(92, 1), bid(1_000_001, 1)] }), 'price.out.of.range', { piece: 'places/1' }],
      [quote({ ...good, places: [bid(92, 0)] }), 'quantity.not.positive', { piece: 'places/0' }],
      [quote({ ...good, places: [bid(3, 1)] }), 'notional.too.small', { minimum: '10', piece: 'places/0' }],
      [
        quote({ ...good, places: [bid(92, 1_000_001)] }),
        'quantity.too.large',
        { maximum: 1_000_000, piece: 'places/0' },
      ],
    ];
    for (const [step, code, facts] of rows)
      scenario.when(step).then(refused(code as 'order.not.found', facts as never));
    scenario
      .when(quote(good))
      .then(cancelled(3, 'requested'), amended(1, 'rests'), occurred('OrderPlaced', { order: 6 }));
  });

  test('open orders are counted as they are once all is done', () => {
    const most = BTC_USDT.openOrdersMax;
    const scenario = given(...Array.from({ length: most - 1 }, () => buy(50, 1)));
    scenario
      .when(quote({ places: [bid(51, 1), bid(52, 1)] }))
      .then(refused('orders.too.many', { maximum: most, piece: 'places/1' }))
      .when(quote({ cancels: [1], places: [bid(51, 1), bid(52, 1)] }))
      .then(cancelled(1, 'requested'), occurred('OrderPlaced'), occurred('OrderPlaced'))
      .when(quote({ places: [bid(51, 1)] }))
      .then(refused('orders.too.many', { maximum: most, piece: 'places/0' }));
  });

  test('has at least one piece and at most so many, which always fit a batch', () => {
    const places = Array.from({ length: QUOTE_PIECES_MAX }, (_, index) => bid(50 + index, 1));
    const tooMany = quote({ cancels: [1], places });
    const scenario = given(buy(40, 1));
    scenario.when(tooMany).then(refused('quote.size.invalid', { maximum: QUOTE_PIECES_MAX }));
    scenario.when(quote({})).then(refused('quote.size.invalid', { maximum: QUOTE_PIECES_MAX }));
    scenario.when(quote({ places }));
    const last = scenario.exchange.batches.at(-1);
    expect(last?.events).toHaveLength(QUOTE_PIECES_MAX);
    // Names and figures here are short: with the longest there are, an event is still below a thousand bytes.
    expect(encodeBody(last!).length + QUOTE_PIECES_MAX * 600).toBeLessThan(BATCH_BYTES_MAX);
  });

  test('in a market that takes no orders, and by whom may not trade, only endings', () => {
    const scenario = given(buy(90, 1), buy(91, 1), buy(92, 1));
    for (const [state, code] of [
      ['closed', 'coin.not.open'],
      ['maintenance', 'coin.under.maintenance'],
      ['cancel_only', 'market.cancel.only'],
    ] as const) {
      scenario.given(marketState(state));
      scenario.when(quote({ cancels: [1], places: [bid(95, 1)] })).then(refused(code));
      scenario.when(quote({ cancels: [1], amends: [{ order: 2, price: 95 }] })).then(refused(code));
    }
    scenario.when(quote({ cancels: [3, 1] })).then(cancelled(3, 'requested'), cancelled(1, 'requested'), closed(1, 3));
    scenario.when(quote({ market: 'DOGE-USDT', cancels: [2] })).then(refused('market.unknown'));
    const frozenOne = given(accountFrozen());
    frozenOne.when(quote({ places: [bid(95, 1)] })).then(refused('account.frozen'));
    given()
      .when(by(10_000_004, quote({ places: [bid(95, 1)] })))
      .then(refused('account.not.authenticated'));
    nothing()
      .when(by(99, quote({ places: [bid(95, 1)] })))
      .then(refused('account.unknown'));
  });

  test('nobody sends it for another user, and staff do not quote', () => {
    const step = quote({ cancels: [1] });
    for (const actor of [`user/${CAROL}`, ADMIN] as const) {
      given(buy(90, 1))
        .when({ ...step, actor })
        .then(refused('command.not.permitted'));
    }
  });

  test('an order whose trigger is waited for ends like any other', () => {
    given(stopLimit('buy', 120, 121, 1))
      .when(quote({ cancels: [1], places: [bid(95, 1)] }))
      .then(cancelled(1, 'requested'), occurred('OrderPlaced'), frozen(BOB, 'USDT', 95n));
  });

  test('orders of it trade, end and are changed like any other', () => {
    given(lastPrice(100), quote({ places: [bid(95, 4), ask(105, 4)] }))
      .when(by(ALICE, sell(95, 3)), quote({ cancels: [3], amends: [{ order: 4, price: 104 }] }))
      .then(
        occurred('OrderPlaced', { order: 5 }),
        occurred('TradeExecuted', { makerOrder: 3, quantity: 3 }),
        cancelled(3, 'requested', 1),
        amended(4, 'rests'),
        available(BOB, 'USDT', RICH - 285n),
      );
  });
});
