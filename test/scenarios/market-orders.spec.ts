import {
  ALICE,
  BOB,
  RICH,
  available,
  buy,
  by,
  cancelled,
  closed,
  frozen,
  given,
  lastPrice,
  marketBuy,
  marketBuyFor,
  marketSell,
  placed,
  poor,
  refused,
  rested,
  that,
  traded,
} from '../tools/core-fixture';

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
