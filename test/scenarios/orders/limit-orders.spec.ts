import {
  ALICE,
  BOB,
  CAROL,
  RICH,
  available,
  book,
  buy,
  asUser,
  cancelled,
  closed,
  frozen,
  given,
  restedAt,
  open,
  placed,
  refused,
  restingOrder,
  sell,
  traded,
} from '../../tools/fixtures/core-fixture';

describe('a limit order, good till cancelled', () => {
  test('rests completely when nothing crosses it, and holds price × quantity', () => {
    given(restingOrder('sell', 101, 5))
      .when(buy(100, 3))
      .then(placed('rests'), book('buy', [2, 100, 3]), frozen(BOB, 'USDT', 300n), available(BOB, 'USDT', RICH - 300n));
    given()
      .when(sell(100, 3))
      .then(placed('rests'), book('sell', [1, 100, 3]), frozen(BOB, 'BTC', 3n));
  });

  test("trades at the makers' prices, best price first, then by arrival", () => {
    given(
      restingOrder('sell', 102, 1),
      restingOrder('sell', 100, 2),
      asUser(CAROL, restingOrder('sell', 100, 2)),
      restingOrder('sell', 101, 2),
    )
      .when(buy(101, 5))
      .then(
        traded(100, 2, { makerOrder: 2, maker: ALICE }),
        traded(100, 2, { makerOrder: 3, maker: CAROL }),
        traded(101, 1, { makerOrder: 4 }),
        book('sell', [4, 101, 1], [1, 102, 1]),
        closed(2, 3, 5),
      );
    given(restingOrder('buy', 98, 1), restingOrder('buy', 100, 2), asUser(CAROL, restingOrder('buy', 100, 2)))
      .when(sell(98, 5))
      .then(
        traded(100, 2, { makerOrder: 2 }),
        traded(100, 2, { makerOrder: 3 }),
        traded(98, 1, { makerOrder: 1 }),
        book('buy'),
      );
  });

  test('releases the saving of a better price, and holds only for the rest', () => {
    given(restingOrder('sell', 95, 4))
      .when(buy(100, 10))
      .then(
        traded(95, 4),
        restedAt(100, 6),
        frozen(BOB, 'USDT', 600n),
        available(BOB, 'USDT', RICH - 380n - 600n),
        available(ALICE, 'USDT', RICH + 380n),
        frozen(ALICE, 'BTC', 0n),
      );
  });

  test('holds nothing once filled', () => {
    given(restingOrder('sell', 95, 4))
      .when(buy(100, 4))
      .then(traded(95, 4), closed(1, 2), frozen(BOB, 'USDT', 0n), available(BOB, 'USDT', RICH - 380n));
    given(restingOrder('buy', 100, 4))
      .when(sell(95, 4))
      .then(
        traded(100, 4),
        frozen(ALICE, 'USDT', 0n),
        available(BOB, 'USDT', RICH + 400n),
        available(BOB, 'BTC', RICH - 4n),
      );
  });

  test('a partly filled resting order keeps its priority', () => {
    given(restingOrder('sell', 100, 5), asUser(CAROL, restingOrder('sell', 100, 5)))
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
  test('trades what it can and cancels the rest', () => {
    given(restingOrder('sell', 100, 3), restingOrder('sell', 102, 5))
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
    given(restingOrder('buy', 98, 3))
      .when(sell(99, 5, { timeInForce: 'ioc' }))
      .then(placed('takes'), cancelled(2, 'time_in_force', 5), frozen(BOB, 'BTC', 0n), available(BOB, 'BTC', RICH));
  });

  test('fills completely if the book allows', () => {
    given(restingOrder('buy', 100, 5))
      .when(sell(99, 5, { timeInForce: 'ioc' }))
      .then(traded(100, 5), closed(1, 2));
  });
});

describe('a limit order, fill or kill', () => {
  test('fills completely or is refused without any change', () => {
    given(restingOrder('sell', 100, 3), restingOrder('sell', 101, 3))
      .when(buy(101, 6, { timeInForce: 'fok' }))
      .then(traded(100, 3), traded(101, 3), closed(1, 2, 3));
    given(restingOrder('sell', 100, 3), restingOrder('sell', 101, 3))
      .when(buy(101, 7, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'), book('sell', [1, 100, 3], [2, 101, 3]), available(BOB, 'USDT', RICH));
  });

  test('is refused when nothing crosses it', () => {
    given(restingOrder('sell', 100, 3))
      .when(buy(99, 3, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
    given()
      .when(sell(99, 3, { timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'));
  });
});

describe('a limit order, post only', () => {
  test('rests when nothing crosses it, and is refused when it would take', () => {
    given(restingOrder('sell', 100, 3))
      .when(buy(99, 3, { timeInForce: 'post_only' }))
      .then(placed('rests'), book('buy', [2, 99, 3]));
    given(restingOrder('sell', 100, 3))
      .when(buy(100, 3, { timeInForce: 'post_only' }))
      .then(refused('order.would.take'));
    given(restingOrder('buy', 100, 3))
      .when(sell(100, 3, { timeInForce: 'post_only' }))
      .then(refused('order.would.take'));
  });
});
