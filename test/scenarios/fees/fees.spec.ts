import {
  ALICE,
  BOB,
  BTC_USDT,
  RICH,
  available,
  buy,
  given,
  house,
  marketState,
  occurred,
  refused,
  restingOrder,
  sell,
  staff,
  expectThat,
  traded,
} from '../../tools/fixtures/core-fixture';

describe('rates of markets', () => {
  /**
   * One lot of ETH is 1,000 units; one lot at one tick is 100 units of USDT. Maker 0.1 %, taker 0.2 %; tier 1 half of
   * it.
   */
  const eth = { market: 'ETH-USDT' };
  const tier = (user: number, to: number) => staff({ type: 'AssignFeeTier', user, tier: to });

  test('charges each side in the asset it receives: the buyer in base, the seller in quote', () => {
    given(restingOrder('sell', 100, 5, eth))
      .when(buy(100, 5, eth))
      .then(
        traded(100, 5, { makerFee: 50n, takerFee: 10n }),
        available(BOB, 'ETH', RICH + 5_000n - 10n),
        available(ALICE, 'USDT', RICH + 50_000n - 50n),
        house('fees', 'ETH', 10n),
        house('fees', 'USDT', 50n),
      );
    given(restingOrder('buy', 100, 5, eth))
      .when(sell(100, 5, eth))
      .then(
        traded(100, 5, { makerFee: 5n, takerFee: 100n }),
        available(ALICE, 'ETH', RICH + 5_000n - 5n),
        available(BOB, 'USDT', RICH + 50_000n - 100n),
      );
  });

  test('charges less at a higher tier; the last rate serves every tier above it', () => {
    for (const to of [1, 2, 19])
      given(tier(ALICE, to), tier(BOB, to), restingOrder('sell', 100, 5, eth))
        .when(buy(100, 5, eth))
        .then(traded(100, 5, { makerFee: 25n, takerFee: 5n }));
  });

  test('uses the tier at the time of the trade, not of the order', () => {
    given(restingOrder('sell', 100, 5, eth), tier(ALICE, 1))
      .when(buy(100, 5, eth))
      .then(traded(100, 5, { makerFee: 25n }));
  });

  test.each([-1, 20, 0.5, 0])('refuses tier %d', (to) => {
    given().when(tier(BOB, to)).then(refused('fee.tier.invalid'));
  });
  test('assigns a tier to a member', () => {
    given()
      .when(tier(BOB, 3))
      .then(occurred('FeeTierAssigned', { user: BOB, tier: 3 }));
    given().when(tier(99, 3)).then(refused('account.unknown'));
  });

  /** A market in which one lot is one unit of base, with the rates of the test. */
  function charging(makerPpb: number, takerPpb: number) {
    return given(
      staff({ type: 'ListAsset', asset: 'XRP', scale: 0, withdrawalFee: 0n, withdrawalMin: 1n }),
      staff({
        type: 'ListMarket',
        ...BTC_USDT,
        market: 'XRP-USDT',
        base: 'XRP',
        tick: '0.00001',
        lot: '1',
        notionalMin: 0n,
        makerFeesPpb: [makerPpb],
        takerFeesPpb: [takerPpb],
      }),
      marketState('open', 'XRP-USDT'),
      staff({ type: 'CreditRecharge', user: ALICE, asset: 'XRP', amount: 1_000n, reference: 'r' }),
    );
  }

  test('rounds a fee up to one unit', () => {
    const xrp = { market: 'XRP-USDT' };
    charging(1, 1)
      .given(restingOrder('sell', 100, 3, xrp))
      .when(buy(100, 3, xrp))
      .then(traded(100, 3, { makerFee: 1n, takerFee: 1n }), available(BOB, 'XRP', 2n));
    charging(10_000_000, 10_000_000)
      .given(restingOrder('sell', 101, 1, xrp))
      .when(buy(101, 1, xrp))
      .then(traded(101, 1, { makerFee: 2n, takerFee: 1n }));
  });

  test('limits a fee to the amount received', () => {
    const xrp = { market: 'XRP-USDT' };
    charging(1_000_000_000, 1_000_000_000)
      .given(restingOrder('sell', 100, 3, xrp))
      .when(buy(100, 3, xrp))
      .then(
        traded(100, 3, { makerFee: 300n, takerFee: 3n }),
        available(BOB, 'XRP', 0n),
        available(ALICE, 'USDT', RICH),
      );
    charging(1, 1)
      .given(restingOrder('sell', 2, 1, xrp))
      .when(buy(2, 1, xrp))
      .then(traded(2, 1, { makerFee: 1n, takerFee: 1n }), available(BOB, 'XRP', 0n));
  });

  test('writes no ledger entry for a fee of zero', () => {
    given(restingOrder('sell', 100, 5))
      .when(buy(100, 5))
      .then(
        traded(100, 5, { makerFee: 0n, takerFee: 0n }),
        expectThat((_, { events }) => {
          const [, trade] = events;
          expect(trade.type === 'TradeExecuted' && trade.entries.map((entry) => entry.kind)).toEqual([
            'trade_base',
            'trade_quote',
          ]);
        }),
      );
  });
});
