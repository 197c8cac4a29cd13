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
  asUser,
  cancelled,
  closed,
  frozen,
  given,
  restedAt,
  marketState,
  leaveFunds,
  refused,
  restingOrder,
  sell,
  traded,
  ADMIN,
  ALICE,
  BTC_USDT,
  cancel,
  cancelAll,
  staff,
  stopLimit,
  expectThat,
  marketBuy,
  occurred,
} from '../../tools/fixtures/core-fixture';

describe('amendments', () => {
  const bobs = (side: 'buy' | 'sell', price: number, lots: number) => asUser(BOB, restingOrder(side, price, lots));

  describe('amending a resting order', () => {
    test('a smaller quantity keeps priority and releases the surplus', () => {
      given(bobs('buy', 100, 10), restingOrder('buy', 100, 5))
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

    test('a larger quantity loses priority and holds more', () => {
      given(bobs('buy', 100, 10), restingOrder('buy', 100, 5))
        .when(amend(1, { quantity: 11 }))
        .then(amended(1, 'rests'), book('buy', [2, 100, 5], [1, 100, 11]), frozen(BOB, 'USDT', 1100n));
      given(bobs('sell', 100, 10))
        .when(amend(1, { quantity: 12 }))
        .then(amended(1, 'rests'), frozen(BOB, 'BTC', 12n));
    });

    test('a new price goes to the back of its level, and the hold follows', () => {
      given(bobs('buy', 100, 10), restingOrder('buy', 99, 5), restingOrder('buy', 101, 5))
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

    test('new totals include the filled quantity', () => {
      given(bobs('buy', 100, 10), asUser(CAROL, sell(100, 4)))
        .when(amend(1, { quantity: 6 }))
        .then(amended(1, 'keeps', { openBefore: 6 }), book('buy', [1, 100, 2]), frozen(BOB, 'USDT', 200n));
      given(bobs('buy', 100, 10), asUser(CAROL, sell(100, 4)))
        .when(amend(1, { quantity: 12, price: 90 }))
        .then(amended(1, 'rests'), book('buy', [1, 90, 8]), frozen(BOB, 'USDT', 720n));
      given(bobs('buy', 100, 10), asUser(CAROL, sell(100, 4)))
        .when(amend(1, { quantity: 4 }))
        .then(refused('amend.below.filled', { filled: 4 }));
    });

    test('a price that crosses trades at once in the same batch', () => {
      given(bobs('buy', 100, 10), restingOrder('sell', 103, 4))
        .when(amend(1, { price: 105 }))
        .then(
          amended(1, 'takes'),
          traded(103, 4, { takerOrder: 1 }),
          restedAt(105, 6),
          frozen(BOB, 'USDT', 630n),
          available(BOB, 'USDT', RICH - 412n - 630n),
        );
      given(bobs('sell', 100, 4), restingOrder('buy', 99, 4))
        .when(amend(1, { price: 98 }))
        .then(amended(1, 'takes'), traded(99, 4), closed(1, 2), frozen(BOB, 'BTC', 0n));
      given(bobs('sell', 110, 4), bobs('buy', 99, 4), restingOrder('buy', 100, 1))
        .when(amend(1, { price: 98 }))
        .then(amended(1, 'takes'), traded(100, 1), cancelled(1, 'self_trade', 3), frozen(BOB, 'BTC', 0n));
      given(asUser(BOB, restingOrder('buy', 99, 4, { timeInForce: 'post_only' })), restingOrder('sell', 103, 4))
        .when(amend(1, { price: 103 }))
        .then(refused('order.would.take'), book('buy', [1, 99, 4]));
    });

    test('is refused with a code for each fault', () => {
      const order = bobs('buy', 100, 10);
      const cases = [
        [amend(1, {}), 'amend.nothing'],
        [amend(1, { price: 100, quantity: 10 }), 'amend.nothing'],
        [amend(2, { price: 99 }), 'order.not.found'],
        [amend(1, { price: 99, market: 'ETH-USDT' }), 'order.not.found'],
        [asUser(CAROL, amend(1, { price: 99 })), 'order.not.found'],
        [asUser(99, amend(1, { price: 99 })), 'account.unknown'],
        [asUser(DAVE, amend(1, { price: 99 })), 'account.not.authenticated'],
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
      given(order, leaveFunds('USDT', 1000n))
        .when(amend(1, { price: 101, quantity: 11 }))
        .then(refused('balance.insufficient', { asset: 'USDT', required: '111', available: '0' }));
      given(order)
        .when(amend(1, { price: 99, market: 'BTC-USDT' }))
        .then(occurred('OrderAmended', { price: 99 }));
      given(order, accountFrozen())
        .when(amend(1, { quantity: 5 }))
        .then(refused('account.frozen'));
      given(order, marketState('cancel_only'))
        .when(amend(1, { quantity: 5 }))
        .then(refused('market.cancel.only'));
    });
  });

  test('is one batch, and the order keeps its id', () => {
    given(bobs('buy', 100, 10), restingOrder('sell', 101, 1))
      .when(amend(1, { price: 101 }), asUser(CAROL, buy(100, 1)))
      .then(amended(1, 'takes'), traded(101, 1), restedAt(101, 9), book('buy', [1, 101, 9], [3, 100, 1]));
  });
});

describe('cancellations', () => {
  const bobs = (side: 'buy' | 'sell', price: number, lots: number) => asUser(BOB, restingOrder(side, price, lots));

  test('the remaining hold is released in the same event', () => {
    given(bobs('buy', 100, 5), asUser(CAROL, sell(100, 2)))
      .when(cancel(1))
      .then(cancelled(1, 'requested', 3), closed(1), book('buy'), frozen(BOB, 'USDT', 0n));
    given(bobs('sell', 100, 5))
      .when(cancel(1))
      .then(cancelled(1, 'requested', 5), frozen(BOB, 'BTC', 0n));
  });

  // P9: the second of two cancellations has nothing to release.
  test('a second cancellation, and one after the fill, find no order', () => {
    given(bobs('buy', 100, 5))
      .when(cancel(1), cancel(1))
      .then(cancelled(1, 'requested', 5), refused('order.not.found'));
    given(bobs('buy', 100, 5), asUser(CAROL, sell(100, 5)))
      .when(cancel(1))
      .then(refused('order.not.found'));
  });

  test('an order of another user cannot be cancelled', () => {
    given(bobs('buy', 100, 5))
      .when(asUser(CAROL, cancel(1)))
      .then(refused('order.not.found'));
    given(bobs('buy', 100, 5))
      .when({ ...cancel(1), actor: `user/${CAROL}` })
      .then(refused('command.not.permitted'), book('buy', [1, 100, 5]));
  });

  test('staff cancel for a user, and the reason says so', () => {
    given(bobs('buy', 100, 5))
      .when({ ...cancel(1), actor: ADMIN })
      .then(cancelled(1, 'staff', 5));
    given(bobs('buy', 100, 5), bobs('sell', 110, 5))
      .when({ ...cancelAll(), actor: ADMIN })
      .then(cancelled(1, 'staff', 5), cancelled(2, 'staff', 5));
  });

  test('cancel-all ends every open order of one user in one market, oldest first', () => {
    given(
      bobs('sell', 110, 5),
      bobs('buy', 90, 5),
      restingOrder('buy', 91, 5),
      stopLimit('buy', 120, 121, 5),
      buy(50, 5, { market: 'ETH-USDT' }),
    )
      .when(cancelAll())
      .then(
        cancelled(1, 'requested', 5),
        cancelled(2, 'requested', 5),
        cancelled(4, 'requested', 5),
        book('buy', [3, 91, 5]),
        frozen(BOB, 'BTC', 0n),
        expectThat(({ batches, state }) => {
          expect(batches[batches.length - 1].events).toHaveLength(3);
          expect([...state.members.get(BOB)!.openOrders]).toEqual([['ETH-USDT', new Set([5])]]);
        }),
      );
    given(restingOrder('buy', 91, 5))
      .when(cancelAll())
      .then(refused('order.not.found'));
    given().when(cancelAll('DOGE-USDT')).then(refused('market.unknown'));
    given().when(asUser(99, cancelAll())).then(refused('account.unknown'));
  });

  test('one cancel-all ends at most 1,000 orders; the next ends the rest', () => {
    const wide = {
      ...BTC_USDT,
      market: 'ETH-BTC',
      base: 'ETH',
      quote: 'BTC',
      tick: '1',
      lot: '0.01',
      openOrdersMax: 2_000,
    };
    const scenario = given(staff({ type: 'ListMarket', ...wide }), marketState('open', 'ETH-BTC'));
    for (let order = 1; order <= 1_001; order++) scenario.given(buy(10, 1, { market: 'ETH-BTC' }));
    scenario.when(cancelAll('ETH-BTC'));
    expect(scenario.exchange.state.orders.size).toBe(1);
    scenario.when(cancelAll('ETH-BTC')).then(cancelled(1_001, 'requested'), closed(1_001));
  });

  test.each(['cancel_only', 'closed', 'maintenance'] as const)(
    'cancelling is allowed in a market that is %s',
    (state) => {
      given(bobs('buy', 100, 5), stopLimit('buy', 120, 121, 5), marketState(state))
        .when(cancel(1), cancelAll())
        .then(cancelled(1, 'requested', 5), cancelled(2, 'requested', 5), frozen(BOB, 'USDT', 0n));
    },
  );

  test('an unverified user has nothing to cancel', () => {
    given().when(asUser(DAVE, cancelAll())).then(refused('order.not.found'));
  });

  test('the system cancels nothing', () => {
    given(restingOrder('buy', 100, 5))
      .when({ actor: 'clock', command: { type: 'CancelOrder', user: ALICE, order: 1 } })
      .then(refused('command.not.permitted'));
  });
});

describe('self-trades', () => {
  const bobs = (price: number, lots: number) => asUser(BOB, restingOrder('sell', price, lots));

  test('by default cancel the rest of the taker', () => {
    given(restingOrder('sell', 99, 2), bobs(100, 3), restingOrder('sell', 101, 5))
      .when(buy(101, 6))
      .then(
        traded(99, 2),
        cancelled(4, 'self_trade', 4),
        book('sell', [2, 100, 3], [3, 101, 5]),
        frozen(BOB, 'USDT', 0n),
        available(BOB, 'USDT', RICH - 198n),
      );
  });

  test('cancel the maker: the taker continues behind it', () => {
    given(restingOrder('sell', 99, 2), bobs(100, 3), restingOrder('sell', 101, 5))
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
      .then(cancelled(1, 'self_trade', 3), restedAt(100, 6), book('sell'), book('buy', [2, 100, 6]));
  });

  test('cancel both orders', () => {
    given(restingOrder('sell', 99, 2), bobs(100, 3), restingOrder('sell', 101, 5))
      .when(buy(101, 6, { selfTrade: 'cancel_both' }))
      .then(
        traded(99, 2),
        cancelled(2, 'self_trade', 3),
        cancelled(4, 'self_trade', 4),
        closed(2, 4),
        book('sell', [3, 101, 5]),
      );
  });

  test('ignore an own order beyond the reach of the taker', () => {
    given(restingOrder('sell', 99, 2), bobs(100, 3))
      .when(buy(100, 2, { selfTrade: 'cancel_both' }))
      .then(traded(99, 2), book('sell', [2, 100, 3]));
  });

  test('are prevented for market orders, buys and sells', () => {
    given(bobs(100, 3))
      .when(marketBuy(3))
      .then(cancelled(2, 'self_trade', 3), book('sell', [1, 100, 3]));
    given(asUser(BOB, restingOrder('buy', 100, 3)))
      .when(sell(100, 3, { selfTrade: 'cancel_maker', timeInForce: 'ioc' }))
      .then(
        cancelled(1, 'self_trade', 3),
        cancelled(2, 'time_in_force', 3),
        frozen(BOB, 'USDT', 0n),
        frozen(BOB, 'BTC', 0n),
      );
  });

  test('cancel nothing for a fill or kill that is not filled', () => {
    given(restingOrder('sell', 99, 2), bobs(100, 3))
      .when(buy(100, 3, { selfTrade: 'cancel_maker', timeInForce: 'fok' }))
      .then(refused('order.cannot.fill'), book('sell', [1, 99, 2], [2, 100, 3]));
    given(bobs(99, 2), restingOrder('sell', 100, 3))
      .when(buy(100, 3, { selfTrade: 'cancel_maker', timeInForce: 'fok' }))
      .then(cancelled(1, 'self_trade', 2), traded(100, 3));
  });
});
