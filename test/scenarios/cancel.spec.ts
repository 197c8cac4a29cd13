import {
  ADMIN,
  ALICE,
  BOB,
  BTC_USDT,
  CAROL,
  DAVE,
  book,
  buy,
  by,
  cancel,
  cancelAll,
  cancelled,
  closed,
  frozen,
  given,
  marketState,
  refused,
  rested,
  sell,
  staff,
  stopLimit,
  that,
} from '../tools/core-fixture';

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
