import {
  ALICE,
  BOB,
  RICH,
  available,
  buy,
  asUser,
  cancelled,
  closed,
  frozen,
  given,
  placed,
  refused,
  restingOrder,
  traded,
  lastPrice,
  marketBuy,
  marketBuyFor,
  marketSell,
  leaveFunds,
  expectThat,
} from '../../tools/fixtures/core-fixture';

/** The batch holds `amount` in its first event and has spent it by its end. */
function holdsExactly(amount: bigint) {
  return expectThat((_, { events }) => {
    const [first] = events;
    expect(first.type === 'OrderPlaced' && first.entries.map((entry) => entry.amount)).toEqual(
      amount > 0n ? [amount] : [],
    );
  });
}

describe('a market order by quantity', () => {
  test('holds exactly the cost of its fills', () => {
    given(restingOrder('sell', 100, 3), restingOrder('sell', 101, 3))
      .when(marketBuy(5))
      .then(
        traded(100, 3),
        traded(101, 2),
        holdsExactly(502n),
        frozen(BOB, 'USDT', 0n),
        available(BOB, 'USDT', RICH - 502n),
      );
    given(restingOrder('buy', 100, 3), restingOrder('buy', 99, 3))
      .when(marketSell(5))
      .then(
        traded(100, 3),
        traded(99, 2),
        holdsExactly(5n),
        frozen(BOB, 'BTC', 0n),
        available(BOB, 'USDT', RICH + 498n),
      );
  });

  test('fills partly, and its rest expires for lack of liquidity', () => {
    given(restingOrder('sell', 100, 3))
      .when(marketBuy(5))
      .then(placed('takes'), traded(100, 3), cancelled(2, 'no_liquidity', 2), closed(2), holdsExactly(300n));
    given()
      .when(marketBuy(5))
      .then(placed('takes'), cancelled(1, 'no_liquidity', 5), holdsExactly(0n));
    given()
      .when(marketSell(5))
      .then(placed('takes'), cancelled(1, 'no_liquidity', 5), holdsExactly(0n));
  });

  test('trades within the band around the reference price, later around the last price', () => {
    given(restingOrder('sell', 110, 1), restingOrder('sell', 111, 1))
      .when(marketBuy(2))
      .then(traded(110, 1), cancelled(3, 'band', 1));
    given(restingOrder('buy', 90, 1), restingOrder('buy', 89, 1))
      .when(marketSell(2))
      .then(traded(90, 1), cancelled(3, 'band', 1));
    given(...lastPrice(200), restingOrder('sell', 220, 1), restingOrder('sell', 221, 1))
      .when(marketBuy(2))
      .then(traded(220, 1), cancelled(5, 'band', 1));
  });

  test('limits the band by the lowest and highest price', () => {
    given(...lastPrice(2), restingOrder('buy', 2, 5))
      .when(marketSell(5))
      .then(traded(2, 5));
    given(...lastPrice(1_000_000), restingOrder('sell', 1_000_000, 5))
      .when(marketBuy(5))
      .then(traded(1_000_000, 5));
  });

  test('is refused if its cost within the band exceeds the balance', () => {
    given(restingOrder('sell', 100, 5), leaveFunds('USDT', 499n))
      .when(marketBuy(5))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '500', available: '499' }));
    given(restingOrder('sell', 100, 5), leaveFunds('USDT', 500n))
      .when(marketBuy(5))
      .then(traded(100, 5), available(BOB, 'USDT', 0n));
    given(restingOrder('sell', 100, 4), restingOrder('sell', 111, 50), leaveFunds('USDT', 400n))
      .when(marketBuy(5))
      .then(traded(100, 4), cancelled(3, 'band', 1));
    given(restingOrder('buy', 100, 5), leaveFunds('BTC', 4n))
      .when(marketSell(5))
      .then(refused('balance.insufficient'));
  });

  test('fill or kill: fills completely or not at all', () => {
    given(restingOrder('sell', 100, 5))
      .when(marketBuy(5, { timeInForce: 'fok' }))
      .then(traded(100, 5));
    given(restingOrder('sell', 100, 5))
      .when(marketBuy(6, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
    given(restingOrder('sell', 100, 5), restingOrder('sell', 111, 5))
      .when(marketBuy(6, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
  });
});

describe('a market buy by quote amount', () => {
  test('spends the amount to the last unit if prices allow', () => {
    given(restingOrder('sell', 100, 3), restingOrder('sell', 101, 3))
      .when(marketBuyFor(401n))
      .then(traded(100, 3), traded(101, 1), closed(3), holdsExactly(401n), available(BOB, 'USDT', RICH - 401n));
  });

  test('counts as filled if the rest buys no lot', () => {
    given(restingOrder('sell', 100, 5))
      .when(marketBuyFor(399n))
      .then(
        traded(100, 3),
        cancelled(2, 'quote_remainder', 0),
        holdsExactly(300n),
        available(BOB, 'USDT', RICH - 300n),
      );
    given(restingOrder('sell', 100, 3), restingOrder('sell', 105, 3))
      .when(marketBuyFor(402n))
      .then(traded(100, 3), cancelled(3, 'quote_remainder', 0));
  });

  // P6: a fill of 99.999 % is not reported as insufficient liquidity.
  test('counts as filled also where the book or the band ends and the rest is too small', () => {
    given(restingOrder('sell', 100, 3))
      .when(marketBuyFor(399n))
      .then(traded(100, 3), cancelled(2, 'quote_remainder', 0));
    given(restingOrder('sell', 100, 3), restingOrder('sell', 120, 3))
      .when(marketBuyFor(399n))
      .then(traded(100, 3), cancelled(3, 'quote_remainder', 0));
    given(restingOrder('sell', 100, 3), asUser(BOB, restingOrder('sell', 101, 1)))
      .when(marketBuyFor(350n, { selfTrade: 'cancel_maker' }))
      .then(traded(100, 3), cancelled(3, 'quote_remainder', 0));
    given(asUser(BOB, restingOrder('sell', 100, 1)), restingOrder('sell', 100, 3))
      .when(marketBuyFor(399n, { selfTrade: 'cancel_maker', timeInForce: 'fok' }))
      .then(cancelled(1, 'self_trade', 1), traded(100, 3), cancelled(3, 'quote_remainder', 0));
    given(restingOrder('sell', 100, 3), asUser(BOB, restingOrder('sell', 100, 1)))
      .when(marketBuyFor(399n, { selfTrade: 'cancel_maker' }))
      .then(traded(100, 3), cancelled(3, 'quote_remainder', 0));
  });

  test('expires a rest that could buy more, with its reason', () => {
    given(restingOrder('sell', 100, 3))
      .when(marketBuyFor(400n))
      .then(traded(100, 3), cancelled(2, 'no_liquidity', 0));
    given(restingOrder('sell', 100, 3), restingOrder('sell', 120, 3))
      .when(marketBuyFor(400n))
      .then(traded(100, 3), cancelled(3, 'band', 0), holdsExactly(300n));
    given()
      .when(marketBuyFor(400n))
      .then(placed('takes'), cancelled(1, 'no_liquidity', 0), holdsExactly(0n));
    given(restingOrder('sell', 100, 3))
      .when(marketBuyFor(50n))
      .then(cancelled(2, 'quote_remainder', 0), closed(2));
  });

  test('fill or kill: fills all except an amount below one lot', () => {
    given(restingOrder('sell', 100, 5))
      .when(marketBuyFor(399n, { timeInForce: 'fok' }))
      .then(traded(100, 3), cancelled(2, 'quote_remainder'));
    given(restingOrder('sell', 100, 3))
      .when(marketBuyFor(399n, { timeInForce: 'fok' }))
      .then(traded(100, 3), cancelled(2, 'quote_remainder'));
    given(restingOrder('sell', 100, 3))
      .when(marketBuyFor(400n, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
    given(restingOrder('sell', 100, 3))
      .when(marketBuyFor(99n, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
    given()
      .when(marketBuyFor(400n, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
  });

  test('is refused if the amount exceeds the balance', () => {
    given(restingOrder('sell', 100, 5), leaveFunds('USDT', 400n))
      .when(marketBuyFor(401n))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '401', available: '400' }));
  });
});

test('a market order never rests', () => {
  given(restingOrder('sell', 100, 1))
    .when(marketBuy(9))
    .then(traded(100, 1), cancelled(2, 'no_liquidity'), closed(2));
  given(asUser(ALICE, buy(100, 1)))
    .when(marketSell(9))
    .then(traded(100, 1), cancelled(2, 'no_liquidity'), closed(2));
});
