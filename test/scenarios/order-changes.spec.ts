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
  ADMIN,
  ALICE,
  BTC_USDT,
  cancel,
  cancelAll,
  staff,
  stopLimit,
  that,
  marketBuy,
  lastPrice,
  limit,
  occurred,
  open,
  placed,
  stopBuyFor,
  stopSell,
  triggered,
} from '../tools/fixtures/core-fixture';

describe('amendments', () => {
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
        [amend(1, { price: 99, market: 'ETH-USDT' }), 'order.not.found'],
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

  test('an amendment is one batch, and an order keeps its id', () => {
    given(bobs('buy', 100, 10), rested('sell', 101, 1))
      .when(amend(1, { price: 101 }), by(CAROL, buy(100, 1)))
      .then(amended(1, 'takes'), traded(101, 1), joined(101, 9), book('buy', [1, 101, 9], [3, 100, 1]));
  });
});

describe('cancellations', () => {
  const bobs = (side: 'buy' | 'sell', price: number, lots: number) => by(BOB, rested(side, price, lots));

  test('what is still held returns in the same event', () => {
    given(bobs('buy', 100, 5), by(CAROL, sell(100, 2)))
      .when(cancel(1))
      .then(cancelled(1, 'requested', 3), closed(1), book('buy'), frozen(BOB, 'USDT', 0n));
    given(bobs('sell', 100, 5))
      .when(cancel(1))
      .then(cancelled(1, 'requested', 5), frozen(BOB, 'BTC', 0n));
  });

  // P9: the second of two cancellations finds nothing to unlock.
  test('a second cancellation, and one after the fill, find no order', () => {
    given(bobs('buy', 100, 5))
      .when(cancel(1), cancel(1))
      .then(cancelled(1, 'requested', 5), refused('order.not.found'));
    given(bobs('buy', 100, 5), by(CAROL, sell(100, 5)))
      .when(cancel(1))
      .then(refused('order.not.found'));
  });

  test('nobody cancels the order of another', () => {
    given(bobs('buy', 100, 5))
      .when(by(CAROL, cancel(1)))
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
      rested('buy', 91, 5),
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
        that(({ batches, state }) => {
          expect(batches[batches.length - 1].events).toHaveLength(3);
          expect([...state.members.get(BOB)!.openOrders]).toEqual([['ETH-USDT', new Set([5])]]);
        }),
      );
    given(rested('buy', 91, 5))
      .when(cancelAll())
      .then(refused('order.not.found'));
    given().when(cancelAll('DOGE-USDT')).then(refused('market.unknown'));
    given().when(by(99, cancelAll())).then(refused('account.unknown'));
  });

  test('one cancel-all ends at most 1,000 orders, the rest goes with the next', () => {
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

  test('who is not verified has nothing to cancel', () => {
    given().when(by(DAVE, cancelAll())).then(refused('order.not.found'));
  });

  test('the system cancels nothing', () => {
    given(rested('buy', 100, 5))
      .when({ actor: 'clock', command: { type: 'CancelOrder', user: ALICE, order: 1 } })
      .then(refused('command.not.permitted'));
  });
});

describe('self-trades', () => {
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
});

/** Alice rests a sell and Carol takes it: two orders, one trade. */
const tradeAt = (price: number) => [rested('sell', price, 10), by(CAROL, buy(price, 10))];
const trade = (price: number) => traded(price, 10);

describe('a trigger', () => {
  test('waits, and holds from placing what the order may need', () => {
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
  ])('fires when the last price reaches it from where it lay: %s', (_, trigger, before, reached) => {
    given(stopLimit('sell', trigger, 200, 3))
      .when(...before.map(tradeAt))
      .then(...before.map(trade), open(1, { phase: 'waiting' }));
    given(stopLimit('sell', trigger, 200, 3))
      .when(...reached.map(tradeAt))
      .then(...reached.map(trade), triggered(1, 'rests'), book('sell', [1, 200, 3]));
  });

  test('lies on a side of the reference price before the first trade, of the last price after it', () => {
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

  test('those that one trade reaches fire by trigger price, then by arrival', () => {
    given(
      stopLimit('sell', 107, 300, 1),
      stopLimit('sell', 105, 301, 1),
      by(CAROL, stopLimit('sell', 105, 302, 1)),
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

  test('each fires in a batch of its own that names what caused it', () => {
    given(stopLimit('sell', 105, 300, 1), stopLimit('sell', 106, 301, 1))
      .when(tradeAt(106))
      .then(
        trade(106),
        triggered(1, 'rests'),
        triggered(2, 'rests'),
        that((_, { batches }) => {
          const [, taking, ...follow] = batches;
          const cause = taking.first + taking.events.length - 1;
          expect(follow.map(({ command, actor }) => ({ ...command, actor }))).toEqual([
            { type: 'TriggerOrder', cause, actor: 'clock' },
            { type: 'TriggerOrder', cause, actor: 'clock' },
          ]);
        }),
      );
  });

  test('a trade of a triggered order reaches further triggers', () => {
    given(
      rested('buy', 94, 2),
      rested('buy', 92, 2),
      rested('buy', 90, 2),
      stopSell(95, 2),
      by(CAROL, stopSell(94, 2)),
      stopLimit('sell', 92, 90, 1),
    )
      .when(by(CAROL, sell(94, 1)))
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

  test('can be cancelled while it waits, and what it held returns', () => {
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

  test('a waiting stop-limit can be amended and goes on waiting', () => {
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
  // The maker at 107 is there before the trade at 105 fires the trigger.
  const asks = [rested('sell', 106, 2), rested('sell', 107, 2), rested('sell', 109, 9)];

  test('good till cancelled: takes up to its limit, the rest joins the book', () => {
    given(...asks, stopLimit('buy', 105, 107, 5))
      .when(tradeAt(105))
      .then(
        trade(105),
        triggered(4),
        traded(106, 2),
        traded(107, 2),
        joined(107, 1),
        frozen(BOB, 'USDT', 107n),
        available(BOB, 'USDT', RICH - 212n - 214n - 107n),
      );
    given(...asks, stopLimit('buy', 105, 107, 4))
      .when(tradeAt(105))
      .then(trade(105), triggered(4), traded(106, 2), traded(107, 2), closed(4), frozen(BOB, 'USDT', 0n));
  });

  test('good till cancelled: the rest ends when it meets its own order', () => {
    given(rested('sell', 106, 2), by(BOB, rested('sell', 107, 2)), stopLimit('buy', 105, 107, 5))
      .when(tradeAt(105))
      .then(trade(105), triggered(3), traded(106, 2), cancelled(3, 'self_trade', 3), frozen(BOB, 'USDT', 0n));
  });

  test('immediate or cancel: the rest returns', () => {
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

  test('fill or kill: whole, or it ends and everything returns', () => {
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
      .when(amend(1, { price: 108 }), by(CAROL, buy(108, 2)), cancel(1))
      .then(amended(1, 'rests'), traded(108, 2), cancelled(1, 'requested', 3), frozen(BOB, 'BTC', 0n));
  });
});

describe('a stop-market order that fires', () => {
  test('sells by quantity within the band around the price that fired it', () => {
    given(rested('buy', 94, 2), rested('buy', 80, 5), stopSell(95, 5))
      .when(tradeAt(95))
      .then(trade(95), triggered(3), traded(94, 2), cancelled(3, 'band', 3), frozen(BOB, 'BTC', 0n));
    given(stopSell(95, 5))
      .when(tradeAt(95))
      .then(trade(95), triggered(1), cancelled(1, 'no_liquidity', 5));
    given(rested('buy', 94, 9), stopSell(95, 5))
      .when(tradeAt(95))
      .then(trade(95), triggered(2), traded(94, 5), closed(2));
  });

  test('buys by quote amount: to the last unit, or what is left returns', () => {
    given(rested('sell', 106, 9), stopBuyFor(105, 530n))
      .when(tradeAt(105))
      .then(
        trade(105),
        triggered(2),
        traded(106, 5),
        closed(2),
        frozen(BOB, 'USDT', 0n),
        available(BOB, 'USDT', RICH - 530n),
      );
    given(rested('sell', 106, 9), stopBuyFor(105, 600n))
      .when(tradeAt(105))
      .then(
        trade(105),
        triggered(2),
        traded(106, 5),
        cancelled(2, 'quote_remainder', 0),
        frozen(BOB, 'USDT', 0n),
        available(BOB, 'USDT', RICH - 530n),
      );
    given(rested('sell', 106, 5), stopBuyFor(105, 600n))
      .when(tradeAt(105))
      .then(trade(105), triggered(2), traded(106, 5), cancelled(2, 'quote_remainder', 0));
    given(rested('sell', 106, 4), stopBuyFor(105, 600n))
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

  test('the combinations that make no sense are refused', () => {
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
