/** Changes of market and asset terms, immediate or scheduled, and their effect on resting orders. */
import fc from 'fast-check';
import { canonicalLines, restoreState } from '../../../server/products/core';
import type { ChangeMarketTerms } from '../../../server/core/command';
import {
  changeTerms,
  pendingAt,
  applyDueTerms,
  termsAt,
  unscheduledTerms,
} from '../../../server/core/market/scheduled-terms';
import { isRejection } from '../../../server/core/rejection';
import { stateHash } from '../../../server/engine/state-hash';
import {
  given,
  marketState,
  occurred,
  refused,
  expectThat,
  ALICE,
  BOB,
  CAROL,
  amend,
  approve,
  available,
  buy,
  asUser,
  cancel,
  cancelWithdrawal,
  cancelled,
  lastPrice,
  pay,
  placed,
  quote,
  restingOrder,
  restoredFromSnapshot,
  sell,
  startPayout,
  stopSell,
  traded,
  triggered,
  withdraw,
  amended,
  withClientId,
  assetTerms,
  book,
  limit,
  marketBuy,
  marketTerms,
  repeated,
  stopBuyFor,
  type Scenario,
} from '../../tools/fixtures/core-fixture';

const DAY_MS = 86_400_000;
const RATE = 10_000_000;

/** Sets the clock. */
function at(scenario: Scenario, time: number): Scenario {
  scenario.exchange.now = time;
  return scenario;
}
const nowOf = ({ exchange }: Scenario): number => exchange.now;

describe('terms of a market', () => {
  test('change at once for later commands; resting orders stay', () => {
    given(restingOrder('sell', 100, 5), restingOrder('sell', 150, 5))
      .when(marketTerms({ priceHighest: 120, takerFeesPpb: [100_000_000] }))
      .then(occurred('MarketTermsChanged', { market: 'BTC-USDT', reason: 'announced', priceHighest: 120 }))
      .when(buy(121, 1))
      .then(refused('price.out.of.range'))
      .when(buy(120, 5))
      .then(traded(100, 5, { takerFee: 1n, makerFee: 0n }), book('sell', [2, 150, 5]))
      // An order outside the price range can still be cancelled.
      .when(asUser(ALICE, cancel(2)))
      .then(cancelled(2, 'requested'));
  });

  test('change at their scheduled time, to the millisecond, without any event', () => {
    const scenario = given(restingOrder('sell', 100, 50));
    const from = nowOf(scenario) + DAY_MS;
    scenario
      .when(marketTerms({ from, takerFeesPpb: [RATE * 10] }))
      .then(occurred('MarketTermsChanged', { from, takerFeesPpb: [RATE * 10] }));
    at(scenario, from - 1)
      .when(buy(100, 10))
      .then(traded(100, 10, { takerFee: 0n }));
    expect(nowOf(scenario)).toBe(from);
    scenario.when(buy(100, 10)).then(traded(100, 10, { takerFee: 1n }));
  });

  test('for a maker are those at the time of the trade, not of placing', () => {
    given(restingOrder('sell', 100, 50), marketTerms({ makerFeesPpb: [RATE] }))
      .when(buy(100, 10))
      .then(traded(100, 10, { makerFee: 10n }));
  });

  test('apply to amendments, but not to other resting orders', () => {
    given(buy(90, 10), buy(80, 10), marketTerms({ priceLowest: 85, quantityMin: 5 }))
      .when(amend(2, { quantity: 9 }))
      .then(refused('price.out.of.range'))
      .when(amend(1, { quantity: 4 }))
      .then(refused('quantity.too.small', { minimum: 5 }))
      .when(amend(1, { quantity: 6 }))
      .then(amended(1, 'keeps'), book('buy', [1, 90, 6], [2, 80, 10]));
  });

  test.each<[Partial<ChangeMarketTerms>, () => ReturnType<typeof buy>, Parameters<typeof refused>]>([
    [{ quantityMin: 6 }, () => buy(100, 5), ['quantity.too.small', { minimum: 6 }]],
    [{ quantityMax: 4 }, () => buy(100, 5), ['quantity.too.large', { maximum: 4 }]],
    [{ notionalMin: 501n }, () => buy(100, 5), ['notional.too.small', { minimum: '501' }]],
    [{ priceLowest: 100 }, () => buy(99, 5), ['price.out.of.range']],
    [{ priceHighest: 100 }, () => stopSell(101, 5), ['trigger.out.of.range']],
    [{ openOrdersMax: 1 }, () => buy(100, 5), ['orders.too.many', { maximum: 1 }]],
    [{ referencePrice: 77 }, () => stopSell(77, 5), ['trigger.at.last.price']],
  ])('with %o refuse orders accepted before', (fields, step, refusal) => {
    given(buy(100, 5))
      .when(marketTerms(fields), step())
      .then(
        occurred('MarketTermsChanged'),
        expectThat((_, { outcomes }) => {
          expect(outcomes[1]).toMatchObject({ rejected: refusal[0], ...(refusal[1] ? { facts: refusal[1] } : {}) });
        }),
      );
  });

  test.each<Partial<ChangeMarketTerms>>([{ quantityMin: 6 }, { priceHighest: 109 }, { openOrdersMax: 1 }])(
    'with %o refuse quotes accepted before',
    (fields) => {
      const quotes = quote({ places: [{ side: 'sell', price: 110, quantity: 5 }] });
      given(buy(100, 5), marketTerms(fields))
        .when(quotes)
        .then(expectThat((_, { outcomes }) => expect(outcomes).toMatchObject([{ facts: { piece: 'places/0' } }])));
      given(buy(100, 5)).when(quotes).then(placed('rests'));
    },
  );

  test('limit market orders by the band in effect', () => {
    const scenario = given(lastPrice(100), restingOrder('sell', 108, 5));
    const from = nowOf(scenario) + DAY_MS;
    scenario
      .given(marketTerms({ from, bandPpb: 50_000_000 }))
      .when(marketBuy(1))
      .then(traded(108, 1))
      .given(lastPrice(100));
    at(scenario, from).when(marketBuy(1)).then(cancelled(7, 'band'));
  });

  test('limit triggered orders by the band at the time of firing', () => {
    const scenario = given(
      lastPrice(100),
      restingOrder('sell', 101, 1),
      restingOrder('sell', 108, 5),
      stopBuyFor(101, 500n),
    );
    const from = nowOf(scenario) + DAY_MS;
    scenario.given(marketTerms({ from, bandPpb: 50_000_000 }));
    at(scenario, from)
      .when(asUser(CAROL, buy(101, 1)))
      .then(traded(101, 1), triggered(5), cancelled(5, 'band'));
  });

  test('set the price that values a withdrawal before the first trade', () => {
    const scenario = given();
    const value = (units: bigint) => occurred('WithdrawalApplied', { value: units });
    const from = nowOf(scenario) + DAY_MS;
    scenario
      .given(marketTerms({ from, referencePrice: 300 }))
      .when(withdraw('BTC', 10n))
      .then(value(1_000_000n));
    at(scenario, from).when(withdraw('BTC', 10n)).then(value(3_000_000n));
  });

  test('keep unnamed fields, also when another change comes between', () => {
    const scenario = given();
    const begun = nowOf(scenario);
    scenario.given(
      marketTerms({ from: begun + 3 * DAY_MS, bandPpb: 3 }),
      marketTerms({ from: begun + DAY_MS, bandPpb: 1, quantityMin: 2 }),
      // For equal times the later request wins.
      marketTerms({ from: begun + DAY_MS, bandPpb: 2 }),
    );
    const seenAt = (time: number) => {
      const market = scenario.exchange.state.markets.get('BTC-USDT')!;
      const { bandPpb, quantityMin, quantityMax } = termsAt(market, time);
      return [bandPpb, quantityMin, quantityMax];
    };
    expect(seenAt(begun + DAY_MS - 1)).toEqual([100_000_000, 1, 1_000_000]);
    expect(seenAt(begun + DAY_MS)).toEqual([2, 2, 1_000_000]);
    expect(seenAt(begun + 3 * DAY_MS)).toEqual([3, 2, 1_000_000]);
  });

  test('are validated as they will be with all pending changes', () => {
    const scenario = given();
    const begun = nowOf(scenario);
    scenario
      .given(marketTerms({ from: begun + 2 * DAY_MS, quantityMax: 10 }))
      // Valid now and by itself, but not two days later.
      .when(marketTerms({ from: begun + DAY_MS, quantityMin: 11 }))
      .then(refused('market.terms.invalid'))
      .when(marketTerms({ quantityMin: 11 }))
      .then(refused('market.terms.invalid'))
      .when(marketTerms({ from: begun + DAY_MS, quantityMin: 10 }))
      .then(occurred('MarketTermsChanged'))
      .when(marketTerms({ from: begun + 3 * DAY_MS, quantityMin: 11, quantityMax: 11 }))
      .then(occurred('MarketTermsChanged'));
  });

  test.each<Partial<ChangeMarketTerms>>([
    { quantityMin: 0 },
    { quantityMin: 1_000_001 },
    { quantityMax: 2 ** 53 },
    { notionalMin: -1n },
    { priceLowest: 0 },
    { priceLowest: 101 },
    { priceHighest: 99 },
    { priceHighest: 2 ** 30 },
    { referencePrice: 1 },
    { openOrdersMax: 0 },
    { bandPpb: 1_000_000_001 },
    { makerFeesPpb: [] },
    { takerFeesPpb: [-1] },
  ])('are not changed to %o', (fields) => {
    given().when(marketTerms(fields)).then(refused('market.terms.invalid'));
  });

  test.each([-1, 90 * DAY_MS + 1, 0.5, Number.NaN])('do not change %d ms from now', (away) => {
    const scenario = given();
    scenario.when(marketTerms({ from: nowOf(scenario) + away, bandPpb: 1 })).then(refused('terms.from.invalid'));
  });

  test.each([0, 90 * DAY_MS])('may change %d ms from now', (away) => {
    const scenario = given();
    const from = nowOf(scenario) + away;
    scenario.when(marketTerms({ from, bandPpb: 1 })).then(occurred('MarketTermsChanged', { from }));
  });

  test('are refused if unchanged at their time; a change back is accepted', () => {
    const scenario = given();
    const from = nowOf(scenario) + DAY_MS;
    scenario
      .when(marketTerms({ bandPpb: 100_000_000, makerFeesPpb: [0] }))
      .then(refused('terms.unchanged'))
      .given(marketTerms({ from, bandPpb: 1 }))
      .when(marketTerms({ from: from + 1, bandPpb: 1 }))
      .then(refused('terms.unchanged'))
      .when(marketTerms({ from, bandPpb: 100_000_000 }))
      .then(occurred('MarketTermsChanged'));
  });

  test('belong to one market, and are refused for an unknown market', () => {
    given(marketTerms({ quantityMin: 5 }))
      .when(buy(100, 1, { market: 'ETH-USDT' }))
      .then(placed('rests'))
      .when(marketTerms({ market: 'X', bandPpb: 1 }))
      .then(refused('market.unknown'));
  });

  test('free a place for another change when one takes effect, also without events', () => {
    const scenario = given();
    const begun = nowOf(scenario);
    for (let days = 1; days <= 16; days++) scenario.given(marketTerms({ from: begun + days * DAY_MS, bandPpb: days }));
    scenario
      .when(marketTerms({ from: begun + 20 * DAY_MS, bandPpb: 20 }))
      .then(refused('terms.changes.too.many'))
      // An immediate change takes no place.
      .when(marketTerms({ quantityMin: 2 }))
      .then(occurred('MarketTermsChanged'));
    at(restoredFromSnapshot(scenario), begun + DAY_MS)
      .when(marketTerms({ from: begun + 20 * DAY_MS, bandPpb: 20 }))
      .then(
        occurred('MarketTermsChanged'),
        expectThat(({ state }) => {
          const market = state.markets.get('BTC-USDT')!;
          expect(pendingAt(market, state.at)).toHaveLength(16);
          expect([market.terms.bandPpb, market.terms.quantityMin]).toEqual([1, 2]);
        }),
      );
  });

  test('are changed once per client id', () => {
    given(withClientId('a', marketTerms({ bandPpb: 1 })))
      .when(withClientId('a', marketTerms({ bandPpb: 1 })))
      .then(repeated())
      .when(withClientId('a', marketTerms({ bandPpb: 2 })))
      .then(refused('client.id.reused'));
  });

  test('change while the market is closed too', () => {
    const scenario = given(marketState('closed'));
    const from = nowOf(scenario) + DAY_MS;
    scenario.given(marketTerms({ from, quantityMin: 5 }));
    at(scenario, from)
      .given(marketState('open'))
      .when(buy(100, 4))
      .then(refused('quantity.too.small', { minimum: 5 }));
  });
});

describe('withdrawal terms', () => {
  test('apply to later withdrawals; earlier ones keep their fee', () => {
    const scenario = given(withdraw('USDT', 500n));
    const from = nowOf(scenario) + DAY_MS;
    scenario
      .when(assetTerms('USDT', { from, withdrawalFee: 30n, withdrawalMin: 501n }))
      .then(occurred('AssetTermsChanged', { asset: 'USDT', from, withdrawalFee: 30n, withdrawalMin: 501n }));
    at(scenario, from)
      .when(withdraw('USDT', 500n))
      .then(refused('withdrawal.too.small', { minimum: '501' }))
      .when(withdraw('USDT', 501n))
      .then(occurred('WithdrawalApplied', { fee: 30n }))
      .when(approve(1), startPayout(1), pay(1))
      .then(
        occurred('WithdrawalApproved'),
        occurred('PayoutStarted'),
        occurred('WithdrawalPaid', {
          entries: [expect.objectContaining({ amount: 500n }), expect.objectContaining({ amount: 10n })] as never,
        }),
      )
      .when(cancelWithdrawal(2))
      .then(occurred('WithdrawalCancelled'), available(BOB, 'USDT', 1_000_000_000n - 510n));
  });

  test('are refused if invalid', () => {
    given()
      .when(assetTerms('USDT', { withdrawalMin: 0n }))
      .then(refused('asset.terms.invalid'))
      .when(assetTerms('USDT', { withdrawalFee: -1n }))
      .then(refused('asset.terms.invalid'))
      .when(assetTerms('DOGE', { withdrawalFee: 1n }))
      .then(refused('asset.unknown'))
      .when(assetTerms('USDT', { withdrawalFee: 10n }))
      .then(refused('terms.unchanged'))
      .when(assetTerms('USDT', { from: 1, withdrawalFee: 11n }))
      .then(refused('terms.from.invalid'));
  });
});

describe('changes in any order', () => {
  interface Terms {
    one: number;
    other: number;
  }
  const change = fc.record({
    /** Delay after the previous request, and time until the change takes effect. */
    after: fc.nat(3),
    ahead: fc.nat(6),
    asked: fc.record({ one: fc.nat(9), other: fc.nat(9) }, { requiredKeys: [] }),
  });

  test('give at any time the terms of all changes applied by time, settled or not', () => {
    let overtaken = 0;
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), fc.array(fc.nat(40)), (changes, settles) => {
        const begun: Terms = { one: -1, other: -1 };
        const changing = unscheduledTerms(begun);
        const told: { from: number; asked: Partial<Terms> }[] = [];
        let now = 0;
        for (const { after, ahead, asked } of changes) {
          now += after;
          const from = now + ahead;
          if (told.some((earlier) => earlier.from > from)) overtaken++;
          if (settles.includes(now)) applyDueTerms(changing, now);
          changeTerms(changing, { from, reason: '', asked }, now);
          told.push({ from, asked });
          for (let time = now; time < now + 10; time++) {
            const due = told.filter((one) => one.from <= time).sort((one, two) => one.from - two.from);
            const naive = Object.assign({}, begun, ...due.map((one) => one.asked)) as Terms;
            expect(termsAt(changing, time)).toEqual(naive);
          }
        }
      }),
      { seed: 20_260_101 },
    );
    expect(overtaken).toBeGreaterThan(50);
  });

  test('survive the round trip through a snapshot', () => {
    const scenario = given();
    const begun = nowOf(scenario);
    scenario.given(
      marketTerms({ from: begun + 2 * DAY_MS, notionalMin: 2n ** 60n, makerFeesPpb: [2, 1] }),
      marketTerms({ from: begun + DAY_MS, bandPpb: 5, reason: 'a "quoted" word' }),
      assetTerms('USDT', { from: begun + DAY_MS, withdrawalFee: 2n ** 60n }),
    );
    const { state } = scenario.exchange;
    const again = restoreState(canonicalLines(state));
    expect(stateHash(again)).toBe(stateHash(state));
    expect(again.markets.get('BTC-USDT')?.pending).toEqual(state.markets.get('BTC-USDT')?.pending);
    expect(again.assets.get('USDT')?.pending).toEqual(state.assets.get('USDT')?.pending);
    expect(again.markets.get('BTC-USDT')?.changesAt).toBe(begun + DAY_MS);
    expect(stateHash(state)).not.toBe(stateHash(given().exchange.state));
  });
});

test('a trade pays by the terms at its time, whichever order came first', () => {
  const scenario = given(
    restingOrder('sell', 100, 20),
    marketTerms({ makerFeesPpb: [RATE], takerFeesPpb: [2 * RATE] }),
  );
  scenario
    .when(asUser(CAROL, limit('buy', 100, 10)))
    .then(traded(100, 10, { makerFee: 10n, takerFee: 1n }))
    .when(sell(101, 1))
    .then(placed('rests'));
  expect(scenario.exchange.batches.every(({ events }) => !isRejection(events))).toBe(true);
});
