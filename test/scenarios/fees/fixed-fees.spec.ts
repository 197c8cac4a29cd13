import { evolve } from '../../../server/products/core';
import {
  ALICE,
  BOB,
  BTC_USDT,
  RICH,
  available,
  buy,
  given,
  marketState,
  occurred,
  refused,
  restingOrder,
  sell,
  staff,
  traded,
  CAROL,
  ETH_USDT,
  Exchange,
  amend,
  asUser,
  restoredFromSnapshot,
  Scenario,
  stopLimit,
  system,
  triggered,
} from '../../tools/fixtures/core-fixture';

const HOUR = 3_600_000;

describe('fee levels', () => {
  /* Fixed fees: 70 units of quote for a maker, 40 from level 1; 90 and 50 for a taker. One lot of ETH is 1,000 units. */

  const fixedTerms = { ...ETH_USDT, market: 'ETH-USDT', makerFeesFixed: [70n, 40n], takerFeesFixed: [90n, 50n] };
  function charging(terms: Partial<typeof fixedTerms> = {}): Scenario {
    return given(
      staff({ type: 'ListAsset', asset: 'XRP', scale: 5, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({ type: 'ListMarket', ...fixedTerms, market: 'XRP-USDT', base: 'XRP', notionalMin: 0n, ...terms }),
      marketState('open', 'XRP-USDT'),
      ...[ALICE, BOB, CAROL].map((user) =>
        system({ type: 'CreditRecharge', user, asset: 'XRP', amount: RICH, reference: `xrp/${user}` }),
      ),
    );
  }
  const xrp = { market: 'XRP-USDT' };

  describe('a fixed fee', () => {
    test('is charged in quote to the receiver of quote, else in base as the quantity it buys, rounded up', () => {
      // One lot costs 10,000 units at 100 ticks: 10 for one unit of XRP.
      charging()
        .given(restingOrder('sell', 100, 5, xrp))
        .when(buy(100, 5, xrp))
        .then(
          traded(100, 5, { makerFee: 70n, takerFee: 9n }),
          available(ALICE, 'USDT', RICH + 50_000n - 70n),
          available(BOB, 'XRP', RICH + 5_000n - 9n),
        );
      charging()
        .given(restingOrder('buy', 101, 1, xrp))
        .when(sell(101, 1, xrp))
        // 70 / 10.1 = 6.93.
        .then(traded(101, 1, { makerFee: 7n, takerFee: 90n }));
    });

    test('is that of the level; the last one serves all levels above it', () => {
      for (const tier of [1, 2, 19])
        charging()
          .given(staff({ type: 'AssignFeeTier', user: BOB, tier }), restingOrder('sell', 100, 1, xrp))
          .when(buy(100, 1, xrp))
          .then(traded(100, 1, { makerFee: 70n, takerFee: 5n }));
    });

    test('is owed once per order, by a taker with several fills and by a maker', () => {
      charging()
        .given(restingOrder('sell', 100, 1, xrp), restingOrder('sell', 101, 1, xrp))
        .when(buy(101, 2, xrp))
        .then(
          traded(100, 1, { makerFee: 70n, takerFee: 9n, makerOwes: 70n, takerOwes: 90n }),
          traded(101, 1, { makerFee: 70n, takerFee: 0n, makerOwes: 70n, takerOwes: undefined }),
        );
      charging()
        .given(restingOrder('sell', 100, 2, xrp), buy(100, 1, xrp))
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 0n, takerFee: 9n, makerOwes: undefined }));
    });

    test('is recorded with the order by its rule', () => {
      charging()
        .when(sell(100, 1, xrp))
        .then(occurred('OrderPlaced', { rule: 2 }));
      charging({ makerFeesFixed: [0n], takerFeesFixed: [0n] })
        .when(sell(100, 1, xrp))
        .then(occurred('OrderPlaced', { rule: undefined }));
    });

    test('is not charged again when a taker becomes a maker, or is amended and takes again', () => {
      charging()
        .given(restingOrder('sell', 100, 1, xrp), buy(100, 3, xrp))
        .when(asUser(ALICE, sell(100, 1, xrp)))
        .then(traded(100, 1, { makerFee: 0n, takerFee: 90n }))
        .given(restingOrder('sell', 105, 1, xrp))
        .when({ actor: `user/${BOB}`, command: { type: 'AmendOrder', user: BOB, order: 2, price: 105 } })
        .then(occurred('OrderAmended'), traded(105, 1, { makerFee: 70n, takerFee: 0n }));
    });

    /** 25,000 units: the cost of two and a half lots at 100 ticks. */
    const large = { makerFeesFixed: [25_000n], takerFeesFixed: [25_000n] };

    test('above the proceeds of one fill is charged on the next fills too: a small fill by an accomplice saves nothing', () => {
      charging(large)
        .given(restingOrder('sell', 100, 1, xrp), asUser(CAROL, sell(102, 1, xrp)), asUser(CAROL, sell(110, 4, xrp)))
        .when(buy(110, 6, xrp))
        .then(
          traded(100, 1, { makerFee: 10_000n, takerFee: 1_000n, takerOwes: 25_000n }),
          traded(102, 1, { makerFee: 10_200n, takerFee: 1_000n }),
          // 4,800 remain: 436.36 units of XRP at 11 for one.
          traded(110, 4, { makerFee: 25_000n, takerFee: 437n }),
        );
      // The same for a maker, for any takers at any time.
      const scenario = charging(large).given(restingOrder('sell', 100, 5, xrp), buy(100, 1, xrp), buy(100, 1, xrp));
      restoredFromSnapshot(scenario)
        .when(buy(100, 2, xrp))
        .then(traded(100, 2, { makerFee: 5_000n, makerOwes: undefined }))
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 0n }), available(ALICE, 'USDT', RICH + 25_000n));
    });

    test('keeps the role and level of the first fill', () => {
      charging({ ...large, makerFeesFixed: [15_000n] })
        .given(restingOrder('sell', 100, 1, xrp), buy(100, 4, xrp))
        // The taker of one lot rests now, and still owes 15,000 of a taker's 25,000.
        .given(staff({ type: 'AssignFeeTier', user: BOB, tier: 5 }))
        .when(asUser(ALICE, sell(100, 2, xrp)))
        .then(traded(100, 2, { makerFee: 1_500n, takerFee: 20_000n, makerOwes: undefined, takerOwes: 25_000n }))
        .when(asUser(ALICE, sell(100, 1, xrp)))
        .then(traded(100, 1, { makerFee: 0n, takerFee: 10_000n }));
    });

    test('stays when the terms change between fills; an order that paid a percentage owes the amount from the next fill', () => {
      const change = (fields: object) =>
        staff({ type: 'ChangeMarketTerms', market: 'XRP-USDT', reason: 'r', ...fields } as never);
      charging(large)
        .given(restingOrder('sell', 100, 4, xrp), buy(100, 1, xrp))
        .given(change({ makerFeesFixed: [0n], takerFeesFixed: [30n] }))
        .when(buy(100, 2, xrp))
        .then(traded(100, 2, { makerFee: 15_000n, takerFee: 3n }))
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 0n }));
      // The first fill pays 0.1 % of 10,000. The amount was announced before the order and applies from its time on.
      const scenario = charging({ makerFeesFixed: [0n], takerFeesFixed: [0n] });
      const from = scenario.exchange.now + HOUR;
      scenario
        .given(change({ makerFeesFixed: [12_000n], from }))
        .when(asUser(ALICE, sell(100, 4, xrp)))
        .then(occurred('OrderPlaced', { rule: 2 }))
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 10n, makerOwes: undefined }));
      scenario.exchange.now = from;
      scenario
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 10_000n, makerOwes: 12_000n }))
        .when(buy(100, 2, xrp))
        .then(traded(100, 2, { makerFee: 2_000n }));
    });

    test('of an order under an earlier rule is charged on its first fill only', () => {
      // Older journals name no rule in the event of Alice's order.
      const { batches } = charging(large).given(restingOrder('sell', 100, 5, xrp)).exchange;
      const exchange = new Exchange();
      for (const batch of batches) {
        const events = batch.events.map((event) =>
          event.type === 'OrderPlaced' ? { ...event, rule: undefined } : event,
        );
        evolve(exchange.state, { ...batch, events });
        exchange.auditor.follow({ ...batch, events });
      }
      exchange.now = batches[batches.length - 1].at + 1;
      const scenario = new Scenario(exchange)
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 10_000n, takerFee: 1_000n, makerOwes: undefined, takerOwes: 25_000n }));
      restoredFromSnapshot(scenario)
        .when(buy(100, 2, xrp))
        .then(traded(100, 2, { makerFee: 0n, takerFee: 2_000n }));
    });

    describe('of an order placed before the market had fixed fees', () => {
      const free = { makerFeesFixed: [0n], takerFeesFixed: [0n] };
      const charge = staff({
        type: 'ChangeMarketTerms',
        market: 'XRP-USDT',
        reason: 'r',
        makerFeesFixed: [25_000n],
        takerFeesFixed: [25_000n],
      } as never);
      /** Alice's is order 1, at 100 ticks; the market has introduced fixed fees since. */
      const placedBefore = (lots: number, side = sell): Scenario =>
        charging(free).given(asUser(ALICE, side(100, lots, xrp)), charge);

      test('is charged on its first fill only while it keeps its price and does not grow', () => {
        placedBefore(5)
          .when(asUser(ALICE, amend(1, { quantity: 4 })))
          .then(occurred('OrderAmended', { rule: undefined, disposition: 'keeps' }))
          .when(buy(100, 1, xrp))
          .then(traded(100, 1, { makerFee: 10_000n, makerOwes: undefined }))
          .when(buy(100, 3, xrp))
          .then(traded(100, 3, { makerFee: 0n }));
      });

      test('is owed from its next fill once its price changes or its quantity rises', () => {
        for (const fields of [{ price: 101 }, { quantity: 9 }, { price: 101, quantity: 4 }]) {
          const price = fields.price ?? 100;
          const scenario = placedBefore(5)
            .when(asUser(ALICE, amend(1, fields)))
            .then(occurred('OrderAmended', { rule: 2, disposition: 'rests' }))
            .when(buy(price, 1, xrp))
            .then(traded(price, 1, { makerFee: BigInt(price) * 100n, makerOwes: 25_000n }));
          restoredFromSnapshot(scenario)
            .when(buy(price, 2, xrp))
            .then(traded(price, 2, { makerFee: 25_000n - BigInt(price) * 100n, makerOwes: undefined }))
            .when(buy(price, 1, xrp))
            .then(traded(price, 1, { makerFee: 0n }));
        }
      });

      test('is owed over all fills of an order amended into a taker, and of an amended trigger order', () => {
        placedBefore(4, buy)
          .given(asUser(BOB, sell(101, 1, xrp)), asUser(CAROL, sell(102, 3, xrp)))
          .when(asUser(ALICE, amend(1, { price: 102 })))
          .then(
            occurred('OrderAmended', { rule: 2, disposition: 'takes' }),
            traded(101, 1, { takerFee: 1_000n, takerOwes: 25_000n }),
            // 14,900 remain: 1,460.78 units of XRP at 10.2 for one.
            traded(102, 3, { takerFee: 1_461n, takerOwes: undefined }),
          );
        charging(free)
          .given(
            asUser(ALICE, sell(98, 1, xrp)),
            stopLimit('sell', 98, 97, 5, xrp),
            asUser(CAROL, buy(96, 5, xrp)),
            charge,
          )
          .when(amend(2, { price: 96 }))
          .then(occurred('OrderAmended', { rule: 2, disposition: 'waits' }))
          .when(asUser(CAROL, buy(98, 1, xrp)))
          .then(traded(98, 1), triggered(2), traded(96, 5, { takerFee: 25_000n, takerOwes: 25_000n }));
      });

      test('records its rule only if fixed fees apply or are announced', () => {
        const plain = charging(free).given(restingOrder('sell', 100, 5, xrp));
        plain.when(asUser(ALICE, amend(1, { price: 101 }))).then(occurred('OrderAmended', { rule: undefined }));
        const from = plain.exchange.now + HOUR;
        plain
          .given(staff({ ...charge.command, from } as never))
          .when(asUser(ALICE, amend(1, { price: 102 })))
          .then(occurred('OrderAmended', { rule: 2 }));
      });

      test('stays the owed amount after a partial payment: no amendment charges it again', () => {
        charging(large)
          .given(restingOrder('sell', 100, 5, xrp), buy(100, 2, xrp))
          .when(asUser(ALICE, amend(1, { price: 101 })))
          .then(occurred('OrderAmended', { rule: 2 }))
          .when(buy(101, 3, xrp))
          .then(traded(101, 3, { makerFee: 5_000n, makerOwes: undefined }));
      });
    });

    test('is at most the proceeds of all fills', () => {
      charging({ makerFeesFixed: [200_000n], takerFeesFixed: [200_000n] })
        .given(restingOrder('sell', 100, 3, xrp), buy(100, 1, xrp))
        .when(buy(100, 2, xrp))
        .then(traded(100, 2, { makerFee: 20_000n, takerFee: 2_000n }));
      charging({ makerFeesFixed: [200_000n], takerFeesFixed: [200_000n] })
        .given(restingOrder('sell', 100, 3, xrp))
        .when(buy(100, 3, xrp))
        .then(traded(100, 3, { makerFee: 30_000n, takerFee: 3_000n }), available(ALICE, 'USDT', RICH));
    });

    test('survives a restart', () => {
      const scenario = restoredFromSnapshot(charging());
      scenario
        .given(restingOrder('sell', 100, 1, xrp))
        .when(buy(100, 1, xrp))
        .then(traded(100, 1, { makerFee: 70n, takerFee: 9n }));
    });
  });

  test('charges an announced fixed fee from its time, keeps it over a restart, and refuses fees that rise with the level', () => {
    const scenario = charging();
    const change = (fields: object) =>
      staff({ type: 'ChangeMarketTerms', market: 'XRP-USDT', reason: 'cheaper', ...fields } as never);
    scenario.when(change({ makerFeesFixed: [1n, 2n] })).then(refused('market.terms.invalid'));
    const from = scenario.exchange.now + HOUR;
    scenario.given(change({ makerFeesFixed: [30n], from }));
    restoredFromSnapshot(scenario)
      .given(restingOrder('sell', 100, 1, xrp))
      .when(buy(100, 1, xrp))
      .then(traded(100, 1, { makerFee: 70n }));
    scenario.given(restingOrder('sell', 100, 1, xrp));
    scenario.exchange.now = from;
    scenario.when(buy(100, 1, xrp)).then(traded(100, 1, { makerFee: 30n }));
  });

  describe('a market', () => {
    const market = { ...BTC_USDT, market: 'ETH-BTC', base: 'ETH', quote: 'BTC', tick: '0.1', lot: '0.01' };
    test.each<[string, Partial<typeof fixedTerms>]>([
      ['a rate that rises', { makerFeesPpb: [1, 2] }],
      ['a taker’s rate that rises', { takerFeesPpb: [5, 1, 2] }],
      ['an amount that rises', { makerFeesFixed: [1n, 2n] }],
      ['amounts among rates', { takerFeesFixed: [1n, 0n] }],
      ['an amount below nothing', { makerFeesFixed: [-1n] }],
      ['no amounts at all', { makerFeesFixed: [] }],
      ['too many amounts', { makerFeesFixed: Array.from({ length: 21 }, () => 1n) }],
      ['more than there can be', { makerFeesFixed: [2n ** 63n] }],
    ])('with %s is not listed', (_, fees) => {
      given()
        .when(staff({ type: 'ListMarket', ...market, ...fees }))
        .then(refused('market.terms.invalid'));
    });
    test('with fixed fees of 0 only charges its rates', () => {
      charging({ makerFeesFixed: [0n, 0n], takerFeesFixed: [0n] })
        .given(restingOrder('sell', 100, 5, xrp))
        .when(buy(100, 5, xrp))
        .then(traded(100, 5, { makerFee: 50n, takerFee: 10n }));
    });
  });
});
