import {
  BOB,
  CAROL,
  DAVE,
  RICH,
  accountFrozen,
  amend,
  amended,
  available,
  book,
  buy,
  by,
  cancelled,
  closed,
  frozen,
  given,
  joined,
  marketState,
  poor,
  refused,
  rested,
  sell,
  traded,
} from '../tools/core-fixture';

const bobs = (side: 'buy' | 'sell', price: number, lots: number) => by(BOB, rested(side, price, lots));

describe('amending a resting order', () => {
  test('a smaller quantity keeps its place and returns what is no longer needed', () => {
    given(bobs('buy', 100, 10), rested('buy', 100, 5))
      .when(amend(1, { quantity: 4 }))
      .then(
        amended(1, 'keeps', { openBefore: 10, priceBefore: 100, quantity: 4 }),
        book('buy', [1, 100, 4], [2, 100, 5]),
        frozen(BOB, 'USDT', 400n),
        available(BOB, 'USDT', RICH - 400n),
      );
    given(bobs('sell', 100, 10))
      .when(amend(1, { quantity: 4 }))
      .then(amended(1, 'keeps'), frozen(BOB, 'BTC', 4n));
  });

  test('a larger quantity goes to the back and holds more', () => {
    given(bobs('buy', 100, 10), rested('buy', 100, 5))
      .when(amend(1, { quantity: 11 }))
      .then(amended(1, 'rests'), book('buy', [2, 100, 5], [1, 100, 11]), frozen(BOB, 'USDT', 1100n));
    given(bobs('sell', 100, 10))
      .when(amend(1, { quantity: 12 }))
      .then(amended(1, 'rests'), frozen(BOB, 'BTC', 12n));
  });

  test('a new price goes to the back of its new level, the hold follows up and down', () => {
    given(bobs('buy', 100, 10), rested('buy', 99, 5), rested('buy', 101, 5))
      .when(amend(1, { price: 99 }))
      .then(
        amended(1, 'rests', { priceBefore: 100 }),
        book('buy', [3, 101, 5], [2, 99, 5], [1, 99, 10]),
        frozen(BOB, 'USDT', 990n),
      );
    given(bobs('buy', 100, 10))
      .when(amend(1, { price: 102, quantity: 5 }))
      .then(amended(1, 'rests'), book('buy', [1, 102, 5]), frozen(BOB, 'USDT', 510n));
    given(bobs('sell', 100, 10))
      .when(amend(1, { price: 102 }))
      .then(amended(1, 'rests', { entries: [] }), frozen(BOB, 'BTC', 10n));
  });

  test('totals count what is filled', () => {
    given(bobs('buy', 100, 10), by(CAROL, sell(100, 4)))
      .when(amend(1, { quantity: 6 }))
      .then(amended(1, 'keeps', { openBefore: 6 }), book('buy', [1, 100, 2]), frozen(BOB, 'USDT', 200n));
    given(bobs('buy', 100, 10), by(CAROL, sell(100, 4)))
      .when(amend(1, { quantity: 12, price: 90 }))
      .then(amended(1, 'rests'), book('buy', [1, 90, 8]), frozen(BOB, 'USDT', 720n));
    given(bobs('buy', 100, 10), by(CAROL, sell(100, 4)))
      .when(amend(1, { quantity: 4 }))
      .then(refused('amend.below.filled', { filled: 4 }));
  });

  test('a price that crosses trades at once, in the same batch', () => {
    given(bobs('buy', 100, 10), rested('sell', 103, 4))
      .when(amend(1, { price: 105 }))
      .then(
        amended(1, 'takes'),
        traded(103, 4, { takerOrder: 1 }),
        joined(105, 6),
        frozen(BOB, 'USDT', 630n),
        available(BOB, 'USDT', RICH - 412n - 630n),
      );
    given(bobs('sell', 100, 4), rested('buy', 99, 4))
      .when(amend(1, { price: 98 }))
      .then(amended(1, 'takes'), traded(99, 4), closed(1, 2), frozen(BOB, 'BTC', 0n));
    given(bobs('sell', 110, 4), bobs('buy', 99, 4), rested('buy', 100, 1))
      .when(amend(1, { price: 98 }))
      .then(amended(1, 'takes'), traded(100, 1), cancelled(1, 'self_trade', 3), frozen(BOB, 'BTC', 0n));
    given(by(BOB, rested('buy', 99, 4, { timeInForce: 'post_only' })), rested('sell', 103, 4))
      .when(amend(1, { price: 103 }))
      .then(refused('order.would.take'), book('buy', [1, 99, 4]));
  });

  test('guards, each on its own', () => {
    const order = bobs('buy', 100, 10);
    const cases = [
      [amend(1, {}), 'amend.nothing'],
      [amend(1, { price: 100, quantity: 10 }), 'amend.nothing'],
      [amend(2, { price: 99 }), 'order.not.found'],
      [by(CAROL, amend(1, { price: 99 })), 'order.not.found'],
      [by(99, amend(1, { price: 99 })), 'account.unknown'],
      [by(DAVE, amend(1, { price: 99 })), 'account.not.authenticated'],
      [amend(1, { price: 1 }), 'price.out.of.range'],
      [amend(1, { price: 1_000_001 }), 'price.out.of.range'],
      [amend(1, { price: 99.5 }), 'price.out.of.range'],
      [amend(1, { quantity: 0 }), 'quantity.not.positive'],
      [amend(1, { quantity: 1.5 }), 'quantity.too.large'],
      [amend(1, { quantity: 1_000_001 }), 'quantity.too.large'],
      [amend(1, { price: 3, quantity: 3 }), 'notional.too.small'],
    ] as const;
    for (const [step, code] of cases)
      given(order)
        .when(step)
        .then(refused(code), book('buy', [1, 100, 10]));
    given(order, poor('USDT', 1000n))
      .when(amend(1, { price: 101, quantity: 11 }))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '111', available: '0' }));
    given(order, accountFrozen())
      .when(amend(1, { quantity: 5 }))
      .then(refused('account.frozen'));
    given(order, marketState('cancel_only'))
      .when(amend(1, { quantity: 5 }))
      .then(refused('market.cancel.only'));
  });
});

test('an amendment is one batch, and an order keeps its id', () => {
  given(bobs('buy', 100, 10), rested('sell', 101, 1))
    .when(amend(1, { price: 101 }), by(CAROL, buy(100, 1)))
    .then(amended(1, 'takes'), traded(101, 1), joined(101, 9), book('buy', [1, 101, 9], [3, 100, 1]));
});
