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
} from '../tools/core-fixture';

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
