import {
  BOB,
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
  marketBuy,
  refused,
  rested,
  sell,
  traded,
} from '../tools/core-fixture';

const bobs = (price: number, lots: number) => by(BOB, rested('sell', price, lots));

test('by default the rest of the taker is cancelled when it would meet its own order', () => {
  given(rested('sell', 99, 2), bobs(100, 3), rested('sell', 101, 5))
    .when(buy(101, 6))
    .then(
      traded(99, 2),
      cancelled(4, 'self_trade', 4),
      book('sell', [2, 100, 3], [3, 101, 5]),
      frozen(BOB, 'USDT', 0n),
      available(BOB, 'USDT', RICH - 198n),
    );
});

test('cancel the resting one: the taker goes on behind it', () => {
  given(rested('sell', 99, 2), bobs(100, 3), rested('sell', 101, 5))
    .when(buy(101, 6, { selfTrade: 'cancel_maker' }))
    .then(
      traded(99, 2),
      cancelled(2, 'self_trade', 3),
      traded(101, 4),
      frozen(BOB, 'BTC', 0n),
      frozen(BOB, 'USDT', 0n),
    );
  given(bobs(100, 3))
    .when(buy(100, 6, { selfTrade: 'cancel_maker' }))
    .then(cancelled(1, 'self_trade', 3), joined(100, 6), book('sell'), book('buy', [2, 100, 6]));
});

test('cancel both: neither is left', () => {
  given(rested('sell', 99, 2), bobs(100, 3), rested('sell', 101, 5))
    .when(buy(101, 6, { selfTrade: 'cancel_both' }))
    .then(
      traded(99, 2),
      cancelled(2, 'self_trade', 3),
      cancelled(4, 'self_trade', 4),
      closed(2, 4),
      book('sell', [3, 101, 5]),
    );
});

test('an own order beyond what the taker reaches is left alone', () => {
  given(rested('sell', 99, 2), bobs(100, 3))
    .when(buy(100, 2, { selfTrade: 'cancel_both' }))
    .then(traded(99, 2), book('sell', [2, 100, 3]));
});

test('market orders and both sides obey it too', () => {
  given(bobs(100, 3))
    .when(marketBuy(3))
    .then(cancelled(2, 'self_trade', 3), book('sell', [1, 100, 3]));
  given(by(BOB, rested('buy', 100, 3)))
    .when(sell(100, 3, { selfTrade: 'cancel_maker', timeInForce: 'ioc' }))
    .then(
      cancelled(1, 'self_trade', 3),
      cancelled(2, 'time_in_force', 3),
      frozen(BOB, 'USDT', 0n),
      frozen(BOB, 'BTC', 0n),
    );
});

test('fill or kill does not cancel anything unless it is filled', () => {
  given(rested('sell', 99, 2), bobs(100, 3))
    .when(buy(100, 3, { selfTrade: 'cancel_maker', timeInForce: 'fok' }))
    .then(refused('order.cannot.fill'), book('sell', [1, 99, 2], [2, 100, 3]));
  given(bobs(99, 2), rested('sell', 100, 3))
    .when(buy(100, 3, { selfTrade: 'cancel_maker', timeInForce: 'fok' }))
    .then(cancelled(1, 'self_trade', 2), traded(100, 3));
});
