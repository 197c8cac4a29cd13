import {
  BOB,
  CAROL,
  RICH,
  amend,
  amended,
  available,
  book,
  buy,
  asUser,
  cancelled,
  closed,
  frozen,
  given,
  restedAt,
  refused,
  restingOrder,
  sell,
  traded,
  cancel,
  cancelAll,
  stopLimit,
  expectThat,
  lastPrice,
  limit,
  occurred,
  open,
  placed,
  stopBuyFor,
  stopSell,
  triggered,
} from '../../tools/fixtures/core-fixture';

/** Alice rests a sell order and Carol takes it: two orders, one trade. */
const tradeAt = (price: number) => [restingOrder('sell', price, 10), asUser(CAROL, buy(price, 10))];
const trade = (price: number) => traded(price, 10);

describe('a trigger', () => {
  test('waits, and holds its maximum cost from placing', () => {
    given()
      .when(stopLimit('buy', 105, 106, 3))
      .then(placed('waits'), open(1, { phase: 'waiting' }), frozen(BOB, 'USDT', 318n), book('buy'));
    given()
      .when(stopLimit('sell', 95, 94, 3))
      .then(placed('waits'), frozen(BOB, 'BTC', 3n));
    given()
      .when(stopSell(95, 3))
      .then(placed('waits'), frozen(BOB, 'BTC', 3n));
    given()
      .when(stopBuyFor(105, 500n))
      .then(placed('waits'), frozen(BOB, 'USDT', 500n));
    given()
      .when(stopBuyFor(105, RICH + 1n))
      .then(refused('balance.insufficient'));
  });

  test.each([
    ['above', 105, [104], [105]],
    ['above, jumped over', 105, [104], [107]],
    ['below', 95, [96], [95]],
    ['below, jumped over', 95, [96], [93]],
  ])('fires when the last price reaches it from either side: %s', (_, trigger, before, reached) => {
    given(stopLimit('sell', trigger, 200, 3))
      .when(...before.map(tradeAt))
      .then(...before.map(trade), open(1, { phase: 'waiting' }));
    given(stopLimit('sell', trigger, 200, 3))
      .when(...reached.map(tradeAt))
      .then(...reached.map(trade), triggered(1, 'rests'), book('sell', [1, 200, 3]));
  });

  test('compares with the reference price before the first trade, and with the last price after it', () => {
    given(...lastPrice(120), stopLimit('sell', 110, 200, 3))
      .when(tradeAt(111), tradeAt(110))
      .then(trade(111), trade(110), triggered(3, 'rests'));
    given()
      .when(stopLimit('sell', 100, 200, 3))
      .then(refused('trigger.at.last.price'));
    given(...lastPrice(120))
      .when(stopLimit('sell', 120, 200, 3))
      .then(refused('trigger.at.last.price'));
  });

  test('fires several in order of trigger price, then of arrival', () => {
    given(
      stopLimit('sell', 107, 300, 1),
      stopLimit('sell', 105, 301, 1),
      asUser(CAROL, stopLimit('sell', 105, 302, 1)),
      stopLimit('sell', 106, 303, 1),
      stopLimit('sell', 108, 304, 1),
      stopLimit('sell', 95, 305, 1),
    )
      .when(tradeAt(107))
      .then(
        trade(107),
        triggered(2, 'rests'),
        triggered(3, 'rests'),
        triggered(4, 'rests'),
        triggered(1, 'rests'),
        open(5, { phase: 'waiting' }),
        open(6, { phase: 'waiting' }),
      );
    given(stopLimit('sell', 93, 300, 1), stopLimit('sell', 95, 301, 1), stopLimit('sell', 94, 302, 1))
      .when(tradeAt(93))
      .then(trade(93), triggered(2, 'rests'), triggered(3, 'rests'), triggered(1, 'rests'));
  });

  test('fires in a batch of its own that names its cause', () => {
    given(stopLimit('sell', 105, 300, 1), stopLimit('sell', 106, 301, 1))
      .when(tradeAt(106))
      .then(
        trade(106),
        triggered(1, 'rests'),
        triggered(2, 'rests'),
        expectThat((_, { batches }) => {
          const [, taking, ...follow] = batches;
          const cause = taking.first + taking.events.length - 1;
          expect(follow.map(({ command, actor }) => ({ ...command, actor }))).toEqual([
            { type: 'TriggerOrder', cause, actor: 'clock' },
            { type: 'TriggerOrder', cause, actor: 'clock' },
          ]);
        }),
      );
  });

  test('can be reached by a trade of a triggered order', () => {
    given(
      restingOrder('buy', 94, 2),
      restingOrder('buy', 92, 2),
      restingOrder('buy', 90, 2),
      stopSell(95, 2),
      asUser(CAROL, stopSell(94, 2)),
      stopLimit('sell', 92, 90, 1),
    )
      .when(asUser(CAROL, sell(94, 1)))
      .then(
        traded(94, 1),
        triggered(4),
        traded(94, 1, { takerOrder: 4 }),
        traded(92, 1, { takerOrder: 4 }),
        triggered(5),
        traded(92, 1, { takerOrder: 5 }),
        traded(90, 1, { takerOrder: 5 }),
        triggered(6),
        traded(90, 1, { takerOrder: 6 }),
        closed(1, 2, 3, 4, 5, 6),
      );
  });

  test('can be cancelled while waiting, which releases its hold', () => {
    given(stopLimit('buy', 105, 106, 3))
      .when(cancel(1), tradeAt(105))
      .then(
        occurred('OrderCancelled', { order: 1, open: 3, rested: 0, reason: 'requested' }),
        trade(105),
        frozen(BOB, 'USDT', 0n),
      );
    given(stopBuyFor(105, 500n), stopSell(95, 3))
      .when(cancelAll())
      .then(
        cancelled(1, 'requested', 0),
        cancelled(2, 'requested', 3),
        frozen(BOB, 'USDT', 0n),
        frozen(BOB, 'BTC', 0n),
      );
  });

  test('keeps waiting after an amendment of a stop-limit order', () => {
    given(stopLimit('buy', 105, 106, 3))
      .when(amend(1, { price: 104, quantity: 5 }), tradeAt(105))
      .then(
        amended(1, 'waits', { price: 104, quantity: 5 }),
        trade(105),
        triggered(1, 'rests'),
        book('buy', [1, 104, 5]),
        frozen(BOB, 'USDT', 520n),
      );
    given(stopSell(95, 3), stopBuyFor(105, 500n))
      .when(amend(1, { quantity: 5 }))
      .then(refused('amend.not.allowed'));
    given(stopBuyFor(105, 500n))
      .when(amend(1, { quantity: 5 }))
      .then(refused('amend.not.allowed'));
  });
});

describe('a stop-limit order that fires', () => {
  // The maker at 107 rests before the trade at 105 fires the trigger.
  const asks = [restingOrder('sell', 106, 2), restingOrder('sell', 107, 2), restingOrder('sell', 109, 9)];

  test('good till cancelled: takes up to its limit, and the rest joins the book', () => {
    given(...asks, stopLimit('buy', 105, 107, 5))
      .when(tradeAt(105))
      .then(
        trade(105),
        triggered(4),
        traded(106, 2),
        traded(107, 2),
        restedAt(107, 1),
        frozen(BOB, 'USDT', 107n),
        available(BOB, 'USDT', RICH - 212n - 214n - 107n),
      );
    given(...asks, stopLimit('buy', 105, 107, 4))
      .when(tradeAt(105))
      .then(trade(105), triggered(4), traded(106, 2), traded(107, 2), closed(4), frozen(BOB, 'USDT', 0n));
  });

  test('good till cancelled: the rest is cancelled when it meets an own order', () => {
    given(restingOrder('sell', 106, 2), asUser(BOB, restingOrder('sell', 107, 2)), stopLimit('buy', 105, 107, 5))
      .when(tradeAt(105))
      .then(trade(105), triggered(3), traded(106, 2), cancelled(3, 'self_trade', 3), frozen(BOB, 'USDT', 0n));
  });

  test('immediate or cancel: the rest is cancelled', () => {
    given(...asks, stopLimit('buy', 105, 107, 5, { timeInForce: 'ioc' }))
      .when(tradeAt(105))
      .then(
        trade(105),
        triggered(4),
        traded(106, 2),
        traded(107, 2),
        cancelled(4, 'time_in_force', 1),
        frozen(BOB, 'USDT', 0n),
      );
    given(stopLimit('sell', 105, 107, 5, { timeInForce: 'ioc' }))
      .when(tradeAt(105))
      .then(trade(105), triggered(1), cancelled(1, 'time_in_force', 5), frozen(BOB, 'BTC', 0n));
  });

  test('fill or kill: fills completely or is cancelled', () => {
    given(...asks, stopLimit('buy', 105, 107, 4, { timeInForce: 'fok' }))
      .when(tradeAt(105))
      .then(trade(105), triggered(4), traded(106, 2), traded(107, 2), closed(4));
    given(...asks, stopLimit('buy', 105, 107, 5, { timeInForce: 'fok' }))
      .when(tradeAt(105))
      .then(
        trade(105),
        triggered(4),
        cancelled(4, 'time_in_force', 5),
        frozen(BOB, 'USDT', 0n),
        available(BOB, 'USDT', RICH),
      );
  });

  test('is an ordinary resting order afterwards', () => {
    given(stopLimit('sell', 105, 110, 5), ...tradeAt(105))
      .when(amend(1, { price: 108 }), asUser(CAROL, buy(108, 2)), cancel(1))
      .then(amended(1, 'rests'), traded(108, 2), cancelled(1, 'requested', 3), frozen(BOB, 'BTC', 0n));
  });
});

describe('a stop-market order that fires', () => {
  test('sells by quantity within the band around the price that fired it', () => {
    given(restingOrder('buy', 94, 2), restingOrder('buy', 80, 5), stopSell(95, 5))
      .when(tradeAt(95))
      .then(trade(95), triggered(3), traded(94, 2), cancelled(3, 'band', 3), frozen(BOB, 'BTC', 0n));
    given(stopSell(95, 5))
      .when(tradeAt(95))
      .then(trade(95), triggered(1), cancelled(1, 'no_liquidity', 5));
    given(restingOrder('buy', 94, 9), stopSell(95, 5))
      .when(tradeAt(95))
      .then(trade(95), triggered(2), traded(94, 5), closed(2));
  });

  test('buys by quote amount to the last unit, or releases the rest', () => {
    given(restingOrder('sell', 106, 9), stopBuyFor(105, 530n))
      .when(tradeAt(105))
      .then(
        trade(105),
        triggered(2),
        traded(106, 5),
        closed(2),
        frozen(BOB, 'USDT', 0n),
        available(BOB, 'USDT', RICH - 530n),
      );
    given(restingOrder('sell', 106, 9), stopBuyFor(105, 600n))
      .when(tradeAt(105))
      .then(
        trade(105),
        triggered(2),
        traded(106, 5),
        cancelled(2, 'quote_remainder', 0),
        frozen(BOB, 'USDT', 0n),
        available(BOB, 'USDT', RICH - 530n),
      );
    given(restingOrder('sell', 106, 5), stopBuyFor(105, 600n))
      .when(tradeAt(105))
      .then(trade(105), triggered(2), traded(106, 5), cancelled(2, 'quote_remainder', 0));
    given(restingOrder('sell', 106, 4), stopBuyFor(105, 600n))
      .when(tradeAt(105))
      .then(
        trade(105),
        triggered(2),
        traded(106, 4),
        cancelled(2, 'no_liquidity', 0),
        available(BOB, 'USDT', RICH - 424n),
      );
    given(stopBuyFor(105, 600n))
      .when(tradeAt(105))
      .then(trade(105), triggered(1), cancelled(1, 'no_liquidity', 0), frozen(BOB, 'USDT', 0n));
  });

  test('refuses invalid combinations', () => {
    given()
      .when(limit('buy', 100, 1, {}), stopBuyFor(105, 500n, { timeInForce: 'gtc' }))
      .then(refused('order.combination.invalid'), book('buy', [1, 100, 1]));
    given()
      .when(stopSell(95, 5, { timeInForce: 'fok' }))
      .then(refused('order.combination.invalid'));
    given()
      .when(stopLimit('buy', 95, 5, 5, { timeInForce: 'post_only' }))
      .then(refused('order.combination.invalid'));
  });
});
