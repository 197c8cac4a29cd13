import { BATCH_BYTES_MAX } from '../../../server/core/bounds';
import { encodeBody } from '../../../server/products/core';
import { QUOTE_PIECES_MAX } from '../../../shared/rules/quote-pieces';
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
  refused,
  restingOrder,
  sell,
  lastPrice,
  leaveFunds,
  expectThat,
  ADMIN,
  BTC_USDT,
  accountFrozen,
  amended,
  marketState,
  nothing,
  occurred,
  quote,
  stopLimit,
  type Step,
} from '../../tools/fixtures/core-fixture';

const bid = (price: number, quantity: number) => ({ side: 'buy', price, quantity }) as const;
const ask = (price: number, quantity: number) => ({ side: 'sell', price, quantity }) as const;
const postOnly = { timeInForce: 'post_only' } as const;

describe('quotes of one market', () => {
  test('cancel, amend and place in one batch, in the order of the events', () => {
    given(buy(90, 5, postOnly), sell(110, 5, postOnly), buy(80, 5))
      .when(
        quote({
          cancels: [3],
          amends: [
            { order: 1, price: 92 },
            { order: 2, quantity: 3 },
          ],
          places: [ask(108, 2), bid(94, 1)],
        }),
      )
      .then(
        cancelled(3, 'requested', 5),
        amended(1, 'rests', { priceBefore: 90, price: 92, quantity: 5 }),
        amended(2, 'keeps', { openBefore: 5, quantity: 3 }),
        occurred('OrderPlaced', { order: 4, side: 'sell', timeInForce: 'post_only', quoted: 1, disposition: 'rests' }),
        occurred('OrderPlaced', { order: 5, side: 'buy', timeInForce: 'post_only', quoted: 1, disposition: 'rests' }),
        expectThat((_, { outcomes, batches }) => {
          expect(outcomes).toMatchObject([{ id: 4, repeated: false }]);
          expect(batches).toHaveLength(1);
        }),
        book('buy', [5, 94, 1], [1, 92, 5]),
        book('sell', [4, 108, 2], [2, 110, 3]),
        frozen(BOB, 'USDT', 94n + 460n),
        frozen(BOB, 'BTC', 5n),
      );
  });

  test('amend to a larger size or another price with loss of priority, to a smaller size without', () => {
    given(buy(90, 5), buy(90, 6), restingOrder('buy', 90, 7), buy(80, 1))
      .when(
        quote({
          amends: [
            { order: 1, quantity: 4 },
            { order: 2, quantity: 8 },
            { order: 4, price: 90 },
          ],
        }),
      )
      .then(
        amended(1, 'keeps'),
        amended(2, 'rests'),
        amended(4, 'rests'),
        book('buy', [1, 90, 4], [3, 90, 7], [2, 90, 8], [4, 90, 1]),
      );
  });

  test('amend a partly filled order to new totals', () => {
    given(buy(90, 5), asUser(ALICE, sell(90, 2)))
      .when(quote({ amends: [{ order: 1, price: 91, quantity: 6 }] }))
      .then(amended(1, 'rests', { openBefore: 3, quantity: 6 }), book('buy', [1, 91, 4]), frozen(BOB, 'USDT', 364n))
      .when(quote({ amends: [{ order: 1, quantity: 2 }] }))
      .then(refused('amend.below.filled', { filled: 2, piece: 'amends/0' }));
  });

  test('use funds released by cancelled orders, in any order of the command', () => {
    given(buy(100, 8), buy(90, 1), leaveFunds('USDT', 890n))
      .when(quote({ cancels: [1], places: [bid(95, 8)] }))
      .then(cancelled(1, 'requested'), occurred('OrderPlaced', { order: 3 }), available(BOB, 'USDT', 40n))
      .when(
        quote({
          amends: [
            { order: 2, quantity: 4 },
            { order: 3, quantity: 5 },
          ],
        }),
      )
      .then(amended(3, 'keeps'), amended(2, 'rests'), available(BOB, 'USDT', 55n))
      .when(quote({ amends: [{ order: 2, quantity: 5 }] }))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '90', available: '55', piece: 'amends/0' }));
  });

  test('add up their holds per asset', () => {
    given(leaveFunds('USDT', 1_000n), leaveFunds('BTC', 10n))
      .when(quote({ places: [bid(90, 5), ask(110, 6), bid(91, 6), ask(111, 5)] }))
      .then(
        refused('balance.insufficient', { asset: 'BTC', required: '5', available: '4', piece: 'places/3' }),
        available(BOB, 'USDT', 1_000n),
      )
      .when(quote({ places: [bid(90, 5), bid(91, 6), bid(50, 1), ask(110, 10)] }))
      .then(refused('balance.insufficient', { asset: 'USDT', required: '50', available: '4', piece: 'places/2' }))
      .when(quote({ places: [bid(90, 5), bid(91, 6), ask(110, 10)] }))
      .then(
        occurred('OrderPlaced'),
        occurred('OrderPlaced'),
        occurred('OrderPlaced'),
        available(BOB, 'USDT', 4n),
        available(BOB, 'BTC', 0n),
      );
  });

  test('move both sides up past the old asks, and down past the old bids', () => {
    given(buy(90, 5), sell(95, 5))
      .when(
        quote({
          amends: [
            { order: 1, price: 98 },
            { order: 2, price: 103 },
          ],
        }),
      )
      .then(amended(2, 'rests'), amended(1, 'rests'), book('buy', [1, 98, 5]), book('sell', [2, 103, 5]))
      .when(
        quote({
          amends: [
            { order: 2, price: 85 },
            { order: 1, price: 80 },
          ],
        }),
      )
      .then(amended(1, 'rests'), amended(2, 'rests'), book('buy', [1, 80, 5]), book('sell', [2, 85, 5]));
  });

  test('place an order at a price where a cancelled or moved order rested', () => {
    given(sell(100, 5), sell(101, 5))
      .when(quote({ cancels: [1], amends: [{ order: 2, price: 110 }], places: [bid(105, 1)] }))
      .then(cancelled(1, 'requested'), amended(2, 'rests'), occurred('OrderPlaced'), book('buy', [3, 105, 1]));
  });

  test.each<[string, Parameters<typeof quote>[0], string]>([
    ['another user’s order', { places: [bid(80, 1), bid(120, 1)] }, 'places/1'],
    ['another user’s order, by an amendment', { amends: [{ order: 1, price: 120 }] }, 'amends/0'],
    ['an own order that stays', { places: [bid(110, 1)] }, 'places/0'],
    ['an own order where it moves to', { amends: [{ order: 2, price: 95 }], places: [bid(95, 1)] }, 'places/0'],
    [
      'an own order where it stays with another size',
      {
        amends: [
          { order: 1, price: 110 },
          { order: 2, quantity: 1 },
        ],
      },
      'amends/1',
    ],
    ['a piece of its own', { places: [bid(105, 1), ask(105, 1)] }, 'places/1'],
    [
      'a piece of its own on the other side of the command',
      { places: [ask(104, 1), bid(103, 1), bid(104, 1)] },
      'places/2',
    ],
  ])('are refused if they would take: %s', (_, pieces, piece) => {
    given(buy(90, 5), sell(110, 5), restingOrder('sell', 120, 5))
      .when(quote(pieces))
      .then(refused('order.would.take', { piece }), book('buy', [1, 90, 5]), frozen(BOB, 'USDT', 450n));
  });

  test('are refused as a whole for one refused piece, which is named', () => {
    const good = { cancels: [3], amends: [{ order: 1, price: 91 }], places: [bid(92, 1)] };
    const scenario = given(
      buy(90, 5),
      sell(110, 5),
      buy(80, 1),
      restingOrder('buy', 70, 1),
      stopLimit('buy', 120, 121, 1),
    );
    const rows: [Step, string, object?][] = [
      [quote({ ...good, cancels: [3, 99] }), 'order.not.found', { piece: 'cancels/1' }],
      [quote({ ...good, cancels: [4] }), 'order.not.found', { piece: 'cancels/0' }],
      [quote({ ...good, market: 'ETH-USDT', places: [], amends: [] }), 'order.not.found', { piece: 'cancels/0' }],
      [quote({ ...good, cancels: [3, 3] }), 'quote.order.repeated', { piece: 'cancels/1' }],
      [quote({ ...good, cancels: [1] }), 'quote.order.repeated', { piece: 'amends/0' }],
      [
        quote({
          amends: [
            { order: 1, price: 91 },
            { order: 1, price: 92 },
          ],
        }),
        'quote.order.repeated',
        { piece: 'amends/1' },
      ],
      [quote({ ...good, amends: [{ order: 1 }] }), 'amend.nothing', { piece: 'amends/0' }],
      [quote({ ...good, amends: [{ order: 5, price: 119 }] }), 'amend.not.allowed', { piece: 'amends/0' }],
      [quote({ ...good, amends: [{ order: 1, price: 1 }] }), 'price.out.of.range', { piece: 'amends/0' }],
      [quote({ ...good, amends: [{ order: 1, price: 90.5 }] }), 'price.out.of.range', { piece: 'amends/0' }],
      [quote({ ...good, places: [bid(92, 1), bid(1_000_001, 1)] }), 'price.out.of.range', { piece: 'places/1' }],
      [quote({ ...good, places: [bid(92, 0)] }), 'quantity.not.positive', { piece: 'places/0' }],
      [quote({ ...good, places: [bid(3, 1)] }), 'notional.too.small', { minimum: '10', piece: 'places/0' }],
      [
        quote({ ...good, places: [bid(92, 1_000_001)] }),
        'quantity.too.large',
        { maximum: 1_000_000, piece: 'places/0' },
      ],
    ];
    for (const [step, code, facts] of rows)
      scenario.when(step).then(refused(code as 'order.not.found', facts as never));
    scenario
      .when(quote(good))
      .then(cancelled(3, 'requested'), amended(1, 'rests'), occurred('OrderPlaced', { order: 6 }));
  });

  test('count open orders after all changes', () => {
    const most = BTC_USDT.openOrdersMax;
    const scenario = given(...Array.from({ length: most - 1 }, () => buy(50, 1)));
    scenario
      .when(quote({ places: [bid(51, 1), bid(52, 1)] }))
      .then(refused('orders.too.many', { maximum: most, piece: 'places/1' }))
      .when(quote({ cancels: [1], places: [bid(51, 1), bid(52, 1)] }))
      .then(cancelled(1, 'requested'), occurred('OrderPlaced'), occurred('OrderPlaced'))
      .when(quote({ places: [bid(51, 1)] }))
      .then(refused('orders.too.many', { maximum: most, piece: 'places/0' }));
  });

  test('have one to the maximum number of pieces, which always fit one batch', () => {
    const places = Array.from({ length: QUOTE_PIECES_MAX }, (_, index) => bid(50 + index, 1));
    const tooMany = quote({ cancels: [1], places });
    const scenario = given(buy(40, 1));
    scenario.when(tooMany).then(refused('quote.size.invalid', { maximum: QUOTE_PIECES_MAX }));
    scenario.when(quote({})).then(refused('quote.size.invalid', { maximum: QUOTE_PIECES_MAX }));
    scenario.when(quote({ places }));
    const last = scenario.exchange.batches.at(-1);
    expect(last?.events).toHaveLength(QUOTE_PIECES_MAX);
    // Names and numbers are short here; with the longest, an event stays below a thousand bytes.
    expect(encodeBody(last!).length + QUOTE_PIECES_MAX * 600).toBeLessThan(BATCH_BYTES_MAX);
  });

  test('only cancel in a market that takes no orders, and for users who may not trade', () => {
    const scenario = given(buy(90, 1), buy(91, 1), buy(92, 1));
    for (const [state, code] of [
      ['closed', 'coin.not.open'],
      ['maintenance', 'coin.under.maintenance'],
      ['cancel_only', 'market.cancel.only'],
    ] as const) {
      scenario.given(marketState(state));
      scenario.when(quote({ cancels: [1], places: [bid(95, 1)] })).then(refused(code));
      scenario.when(quote({ cancels: [1], amends: [{ order: 2, price: 95 }] })).then(refused(code));
    }
    scenario.when(quote({ cancels: [3, 1] })).then(cancelled(3, 'requested'), cancelled(1, 'requested'), closed(1, 3));
    scenario.when(quote({ market: 'DOGE-USDT', cancels: [2] })).then(refused('market.unknown'));
    const frozenOne = given(accountFrozen());
    frozenOne.when(quote({ places: [bid(95, 1)] })).then(refused('account.frozen'));
    given()
      .when(asUser(10_000_004, quote({ places: [bid(95, 1)] })))
      .then(refused('account.not.authenticated'));
    nothing()
      .when(asUser(99, quote({ places: [bid(95, 1)] })))
      .then(refused('account.unknown'));
  });

  test('are refused for another user and from staff', () => {
    const step = quote({ cancels: [1] });
    for (const actor of [`user/${CAROL}`, ADMIN] as const) {
      given(buy(90, 1))
        .when({ ...step, actor })
        .then(refused('command.not.permitted'));
    }
  });

  test('cancel a waiting trigger order', () => {
    given(stopLimit('buy', 120, 121, 1))
      .when(quote({ cancels: [1], places: [bid(95, 1)] }))
      .then(cancelled(1, 'requested'), occurred('OrderPlaced'), frozen(BOB, 'USDT', 95n));
  });

  test('yield orders that trade, end and change like any other', () => {
    given(lastPrice(100), quote({ places: [bid(95, 4), ask(105, 4)] }))
      .when(asUser(ALICE, sell(95, 3)), quote({ cancels: [3], amends: [{ order: 4, price: 104 }] }))
      .then(
        occurred('OrderPlaced', { order: 5 }),
        occurred('TradeExecuted', { makerOrder: 3, quantity: 3 }),
        cancelled(3, 'requested', 1),
        amended(4, 'rests'),
        available(BOB, 'USDT', RICH - 285n),
      );
  });
});
