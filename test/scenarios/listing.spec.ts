import fc from 'fast-check';
import { canonicalLines, restoreState } from '../../server/products/core';
import type { ListAsset, ListMarket, ChangeMarketTerms } from '../../server/core/command';
import type { AssetStates } from '../../server/core/market/order';
import { changeTerms, pendingAt, settleTerms, termsAt, unchanging } from '../../server/core/market/terms';
import { isRejection } from '../../server/core/rejection';
import { stateHash } from '../../server/engine/state-hash';
import {
  BTC_USDT,
  given,
  marketState,
  nothing,
  occurred,
  refused,
  staff,
  that,
  ALICE,
  BOB,
  CAROL,
  RICH,
  SECOND,
  amend,
  approve,
  assetState,
  assignAddress,
  available,
  buy,
  by,
  cancel,
  cancelAll,
  cancelWithdrawal,
  cancelled,
  credit,
  failPayout,
  lastPrice,
  observe,
  pay,
  placed,
  quote,
  rested,
  restarted,
  retract,
  sell,
  startPayout,
  stopSell,
  submitPayout,
  traded,
  transfer,
  triggered,
  turnDown,
  withdraw,
  amended,
  as,
  assetTerms,
  book,
  limit,
  marketBuy,
  marketTerms,
  repeated,
  stopBuyFor,
  type Scenario,
} from '../tools/fixtures/core-fixture';

const asset = (fields: Partial<ListAsset> = {}) =>
  staff({ type: 'ListAsset', asset: 'DOGE', scale: 8, withdrawalFee: 1n, withdrawalMin: 1n, ...fields });
const market = (fields: Partial<ListMarket> = {}) =>
  staff({
    type: 'ListMarket',
    ...BTC_USDT,
    market: 'ETH-BTC',
    base: 'ETH',
    quote: 'BTC',
    tick: '0.1',
    lot: '0.01',
    ...fields,
  });

test('an asset is listed once', () => {
  nothing()
    .when(asset())
    .then(occurred('AssetListed', { asset: 'DOGE', scale: 8 }))
    .when(asset())
    .then(refused('asset.already.listed'));
});

test('an asset is legal currency or a coin', () => {
  nothing()
    .when(asset({ fiat: 1 }), asset({ asset: 'XRP' }))
    .then(
      occurred('AssetListed', { asset: 'DOGE', fiat: 1 }),
      occurred('AssetListed', { asset: 'XRP', fiat: undefined }),
      that(({ state }) => expect([...state.assets.values()].map(({ isFiat }) => isFiat)).toEqual([true, false])),
    );
});

test.each<Partial<ListAsset>>([
  { asset: '' },
  { asset: 'doge' },
  { asset: 'DOGE/USDT' },
  { asset: 'ABCDEFGHIJKLM' },
  { scale: -1 },
  { scale: 19 },
  { scale: 1.5 },
  { withdrawalFee: -1n },
  { withdrawalFee: 2n ** 63n },
  { withdrawalMin: 0n },
  { withdrawalMin: 2n ** 63n },
  { fiat: 2 as unknown as 1 },
])('an asset with %o is refused', (fields) => {
  nothing().when(asset(fields)).then(refused('asset.terms.invalid'));
});

test('a market is listed once, closed, and opened by staff', () => {
  given()
    .when(market())
    .then(
      occurred('MarketListed', { market: 'ETH-BTC' }),
      that(({ state }) => expect(state.markets.get('ETH-BTC')?.state).toBe('closed')),
    )
    .when(market())
    .then(refused('market.already.listed'))
    .when(marketState('open', 'ETH-BTC'))
    .then(occurred('MarketStateChanged', { market: 'ETH-BTC', state: 'open' }))
    .when(marketState('open', 'ETH-BTC'))
    .then(refused('market.state.unchanged'));
  given().when(marketState('open', 'ETH-BTC')).then(refused('market.unknown'));
});

test.each<Partial<ListMarket>>([{ base: 'DOGE' }, { quote: 'DOGE' }])('a market of %o is refused', (fields) => {
  given().when(market(fields)).then(refused('asset.unknown'));
});

test.each<Partial<ListMarket>>([
  { market: 'BTCETH' },
  { market: 'ETH-ETH', quote: 'ETH' },
  { tick: '0' },
  { tick: '0.10' },
  { tick: '-1' },
  { tick: '1e-2' },
  { lot: '0' },
  { lot: '.1' },
  { tick: '0.01', lot: '0.01' }, // ticks × lots would need four decimals, BTC has three
  { tick: '1', lot: '0.000001', quote: 'USDT', market: 'ETH-USDT2' },
  { quantityMin: 0 },
  { quantityMin: 10, quantityMax: 9 },
  { quantityMax: 2 ** 53 },
  { notionalMin: -1n },
  { priceLowest: 0 },
  { priceLowest: 10, priceHighest: 9 },
  { priceHighest: 2 ** 30 },
  { referencePrice: 1 },
  { referencePrice: 1_000_001 },
  { openOrdersMax: 0 },
  { openOrdersMax: 1_000_001 },
  { bandPpb: -1 },
  { bandPpb: 1_000_000_001 },
  { makerFeesPpb: [] },
  { makerFeesPpb: Array.from({ length: 21 }, () => 1) },
  { takerFeesPpb: [-1] },
  { takerFeesPpb: [1, 1_000_000_001] },
  { takerFeesPpb: [0.5] },
])('a market with %o is refused', (fields) => {
  given().when(market(fields)).then(refused('market.terms.invalid'));
});

test('a lot must be a whole number of units of the base', () => {
  const coarse = { asset: 'XRP', scale: 2 };
  given(asset(coarse), asset({ asset: 'FINE', scale: 10 }))
    .when(market({ market: 'XRP-FINE', base: 'XRP', quote: 'FINE', lot: '0.001' }))
    .then(refused('market.terms.invalid'))
    .when(market({ market: 'XRP-FINE', base: 'XRP', quote: 'FINE', lot: '0.01' }))
    .then(occurred('MarketListed'));
});

/** A coin under maintenance, or with one of its gates shut: what still goes on, and what is made up for afterwards. */

describe('a coin under maintenance', () => {
  const under = (asset: string) => assetState(asset, { trading: 'maintenance' });

  test.each(['BTC', 'USDT'])('%s has no new or amended order in any of its markets, and cancels', (asset) => {
    given(buy(100, 5), buy(90, 5))
      .when(under(asset))
      .then(occurred('AssetStateChanged', { asset, trading: 'maintenance', deposits: 'open', withdrawals: 'open' }))
      .when(sell(100, 1))
      .then(refused('coin.under.maintenance'))
      .when(amend(1, { quantity: 4 }))
      .then(refused('coin.under.maintenance'))
      .when(quote({ places: [{ side: 'sell', price: 110, quantity: 1 }] }))
      .then(refused('coin.under.maintenance'))
      .when(cancel(1))
      .then(cancelled(1, 'requested'))
      .when(cancelAll())
      .then(cancelled(2, 'requested'))
      .when(assetState(asset), sell(100, 1))
      .then(occurred('AssetStateChanged', { trading: 'open' }), placed('rests'));
  });

  test('leaves the markets of other coins alone', () => {
    given(under('BTC'))
      .when(buy(100, 1, { market: 'ETH-USDT' }))
      .then(placed('rests'));
  });

  test('is said after what its market says', () => {
    given(under('BTC'), marketState('closed')).when(buy(100, 1)).then(refused('coin.not.open'));
  });

  test('fires what was reached before it, and reaches nothing more', () => {
    const scenario = given(lastPrice(100), rested('buy', 95, 5), rested('buy', 94, 5), stopSell(96, 1));
    const stop = scenario.exchange.state.counters.order - 1;
    scenario
      .when(by(CAROL, sell(95, 1)), under('BTC'))
      .then(traded(95, 1), triggered(stop), traded(95, 1), occurred('AssetStateChanged'))
      .when(by(CAROL, sell(94, 1)))
      .then(refused('coin.under.maintenance'));
  });

  test('moves nothing between accounts and lets nothing be applied for; what was applied for goes on', () => {
    given(withdraw('USDT', 500n), under('USDT'))
      .when(transfer('USDT', 'spot', 'option', 5n))
      .then(refused('coin.under.maintenance'))
      .when(withdraw('USDT', 500n))
      .then(refused('coin.under.maintenance'))
      .when(transfer('BTC', 'spot', 'option', 5n))
      .then(occurred('FundsTransferred'))
      .when(approve(), startPayout(), pay())
      .then(occurred('WithdrawalApproved'), occurred('PayoutStarted'), occurred('WithdrawalPaid'))
      .when(credit('USDT', 5n, 'demo/1'))
      .then(occurred('RechargeCredited'));
  });
});

describe('while deposits are suspended', () => {
  const shut = assetState('USDT', { deposits: 'suspended' });

  test('a payment is followed and not credited, however deep it lies, and credited at the first look afterwards', () => {
    given(shut)
      .when(observe(1))
      .then(occurred('RechargeSeen', { amount: 500n }), available(BOB, 'USDT', RICH))
      .when(observe(12))
      .then(occurred('RechargeConfirmed', { confirmations: 12 }), available(BOB, 'USDT', RICH))
      // Deep enough: how much deeper is nothing to tell.
      .when(observe(13))
      .then(refused('recharge.unchanged'))
      .when(assetState('USDT'), observe(14))
      .then(
        occurred('AssetStateChanged'),
        occurred('RechargeConfirmed', { confirmations: 14 }),
        occurred('RechargeCredited', { amount: 500n }),
        available(BOB, 'USDT', RICH + 500n),
      )
      .when(observe(15))
      .then(refused('recharge.unchanged'));
  });

  test('the first look afterwards may find it as deep as the last one before', () => {
    given(shut, observe(12), assetState('USDT'))
      .when(observe(12))
      .then(occurred('RechargeCredited'), available(BOB, 'USDT', RICH + 500n));
  });

  test('what was followed before it began waits as well', () => {
    given(observe(11), shut)
      .when(observe(12))
      .then(occurred('RechargeConfirmed'), available(BOB, 'USDT', RICH))
      .when(assetState('USDT'), observe(13))
      .then(occurred('AssetStateChanged'), occurred('RechargeConfirmed'), occurred('RechargeCredited'));
  });

  test('what leaves its chain in the meantime is never credited', () => {
    given(shut, observe(12))
      .when(retract())
      .then(occurred('RechargeRetracted'))
      .when(assetState('USDT'))
      .then(occurred('AssetStateChanged'), available(BOB, 'USDT', RICH))
      .when(observe(12))
      .then(occurred('RechargeSeen'), occurred('RechargeCredited'));
  });

  test('a fork that brings it less deep is told', () => {
    given(shut, observe(12))
      .when(observe(5))
      .then(occurred('RechargeConfirmed', { confirmations: 5 }))
      .when(assetState('USDT'), observe(6))
      .then(occurred('AssetStateChanged'), occurred('RechargeConfirmed', { confirmations: 6 }));
  });

  test('what is too little fails as ever', () => {
    given(shut)
      .when(observe(1, { amount: 1n }))
      .then(occurred('RechargeSeen'), occurred('RechargeFailed', { reason: 'recharge.below.minimum' }));
  });

  test('nobody credits by hand, and other coins are credited', () => {
    given(shut, assetState('USD', { deposits: 'suspended' }))
      .when(credit('USDT', 5n, 'demo/1'))
      .then(refused('asset.deposits.suspended'))
      .when(credit('USD', 5n, 'bank/1'))
      .then(refused('asset.deposits.suspended'))
      .when(credit('BTC', 5n, 'demo/2'))
      .then(occurred('RechargeCredited'));
  });

  test('no address is given out on a chain that brings no other coin, and a known one stays known', () => {
    given(assignAddress(0), shut)
      .when(assignAddress(1, { user: ALICE }))
      .then(refused('asset.deposits.suspended'))
      .when(assignAddress(1))
      .then(refused('deposit.address.assigned'))
      .when(assignAddress(0, { user: ALICE, chain: 'BTC' }))
      .then(occurred('DepositAddressAssigned'));
  });

  test('trading and withdrawals go on', () => {
    given(shut)
      .when(buy(100, 1))
      .then(placed('rests'))
      .when(withdraw('USDT', 500n))
      .then(occurred('WithdrawalApplied'));
  });
});

describe('while withdrawals are suspended', () => {
  const shut = assetState('USDT', { withdrawals: 'suspended' });
  const open = assetState('USDT');

  test('none is applied for, and no other coin is meant', () => {
    given(shut)
      .when(withdraw('USDT', 500n))
      .then(refused('asset.withdrawals.suspended'))
      .when(withdraw('BTC', 5n))
      .then(occurred('WithdrawalApplied'))
      .when(transfer('USDT', 'spot', 'option', 5n))
      .then(occurred('FundsTransferred'));
  });

  test('none goes a step further until it is submitted; afterwards each goes on from where it was', () => {
    given(withdraw('USDT', 500n), shut)
      .when(approve())
      .then(refused('asset.withdrawals.suspended'))
      .when(open, approve(), shut)
      .then(occurred('AssetStateChanged'), occurred('WithdrawalApproved'), occurred('AssetStateChanged'))
      .when(startPayout())
      .then(refused('asset.withdrawals.suspended'))
      .when(open, startPayout(), shut)
      .then(occurred('AssetStateChanged'), occurred('PayoutStarted'), occurred('AssetStateChanged'))
      .when(submitPayout())
      .then(refused('asset.withdrawals.suspended'))
      .when(open, submitPayout(), shut)
      .then(occurred('AssetStateChanged'), occurred('PayoutSubmitted'), occurred('AssetStateChanged'))
      .when(pay())
      .then(occurred('WithdrawalPaid'));
  });

  test('what was submitted may fail, and is neither started nor submitted anew', () => {
    given(withdraw('USDT', 500n), approve(), startPayout(), submitPayout(), shut)
      .when(failPayout())
      .then(occurred('PayoutFailed'))
      .when(startPayout())
      .then(refused('asset.withdrawals.suspended'))
      .when(submitPayout())
      .then(refused('asset.withdrawals.suspended'))
      .when(turnDown(), turnDown(1, SECOND))
      .then(occurred('RejectionProposed'), occurred('WithdrawalRejected'), available(BOB, 'USDT', RICH));
  });

  test('what a person has sent is paid, and what was not may go back', () => {
    given(withdraw('USDT', 500n), withdraw('USDT', 600n), withdraw('USDT', 700n), approve(), startPayout(), shut)
      .when(pay())
      .then(occurred('WithdrawalPaid'))
      .when(cancelWithdrawal(2))
      .then(occurred('WithdrawalCancelled'))
      .when(turnDown(3))
      .then(occurred('WithdrawalRejected'), available(BOB, 'USDT', RICH - 510n));
  });
});

describe('the state of a coin', () => {
  test.each<Partial<AssetStates>>([
    { trading: 'maintenance' },
    { deposits: 'suspended' },
    { withdrawals: 'suspended' },
    { trading: 'maintenance', deposits: 'suspended', withdrawals: 'suspended' },
  ])('%o is kept by a restart, is part of the hash, and is not set twice', (states) => {
    const scenario = given(assetState('USDT', states));
    const { state } = scenario.exchange;
    expect(stateHash(restoreState(canonicalLines(state)))).toBe(stateHash(state));
    expect(restoreState(canonicalLines(state)).assets.get('USDT')).toMatchObject(states);
    restarted(scenario)
      .when(assetState('USDT', states))
      .then(refused('asset.state.unchanged'))
      .when(assetState('USDT'))
      .then(
        occurred('AssetStateChanged'),
        that((exchange) => {
          const opened = given().exchange.state.assets.get('USDT');
          expect(exchange.state.assets.get('USDT')).toEqual(opened);
        }),
      );
  });

  test('is no state of an unknown coin', () => {
    given()
      .when(assetState('DOGE', { trading: 'maintenance' }))
      .then(refused('asset.unknown'));
  });
});

/** Terms of markets and assets that change, at once and at a time, and what rests in the meantime. */

const DAY_MS = 86_400_000;
const RATE = 10_000_000;

/** From now on it is so late. */
function at(scenario: Scenario, time: number): Scenario {
  scenario.exchange.now = time;
  return scenario;
}
const nowOf = ({ exchange }: Scenario): number => exchange.now;

describe('terms of a market', () => {
  test('change at once for whatever comes after them, and what rests stays where it is', () => {
    given(rested('sell', 100, 5), rested('sell', 150, 5))
      .when(marketTerms({ priceHighest: 120, takerFeesPpb: [100_000_000] }))
      .then(occurred('MarketTermsChanged', { market: 'BTC-USDT', reason: 'announced', priceHighest: 120 }))
      .when(buy(121, 1))
      .then(refused('price.out.of.range'))
      .when(buy(120, 5))
      .then(traded(100, 5, { takerFee: 1n, makerFee: 0n }), book('sell', [2, 150, 5]))
      // Beyond the range it still is somebody's to cancel.
      .when(by(ALICE, cancel(2)))
      .then(cancelled(2, 'requested'));
  });

  test('change at their time, to the millisecond, without anything that happens then', () => {
    const scenario = given(rested('sell', 100, 50));
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

  test('of the maker are those of the trade, not of the time at which it came to rest', () => {
    given(rested('sell', 100, 50), marketTerms({ makerFeesPpb: [RATE] }))
      .when(buy(100, 10))
      .then(traded(100, 10, { makerFee: 10n }));
  });

  test('bound what is amended, and leave alone what keeps to itself', () => {
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
  ])('with %o refuse what they allowed before', (fields, step, refusal) => {
    given(buy(100, 5))
      .when(marketTerms(fields), step())
      .then(
        occurred('MarketTermsChanged'),
        that((_, { outcomes }) => {
          expect(outcomes[1]).toMatchObject({ rejected: refusal[0], ...(refusal[1] ? { facts: refusal[1] } : {}) });
        }),
      );
  });

  test.each<Partial<ChangeMarketTerms>>([{ quantityMin: 6 }, { priceHighest: 109 }, { openOrdersMax: 1 }])(
    'with %o refuse quotes that they allowed before',
    (fields) => {
      const quotes = quote({ places: [{ side: 'sell', price: 110, quantity: 5 }] });
      given(buy(100, 5), marketTerms(fields))
        .when(quotes)
        .then(that((_, { outcomes }) => expect(outcomes).toMatchObject([{ facts: { piece: 'places/0' } }])));
      given(buy(100, 5)).when(quotes).then(placed('rests'));
    },
  );

  test('bound market orders by the band of their time', () => {
    const scenario = given(lastPrice(100), rested('sell', 108, 5));
    const from = nowOf(scenario) + DAY_MS;
    scenario
      .given(marketTerms({ from, bandPpb: 50_000_000 }))
      .when(marketBuy(1))
      .then(traded(108, 1))
      .given(lastPrice(100));
    at(scenario, from).when(marketBuy(1)).then(cancelled(7, 'band'));
  });

  test('bound triggered orders by the band of the time at which they fire', () => {
    const scenario = given(lastPrice(100), rested('sell', 101, 1), rested('sell', 108, 5), stopBuyFor(101, 500n));
    const from = nowOf(scenario) + DAY_MS;
    scenario.given(marketTerms({ from, bandPpb: 50_000_000 }));
    at(scenario, from)
      .when(by(CAROL, buy(101, 1)))
      .then(traded(101, 1), triggered(5), cancelled(5, 'band'));
  });

  test('say at which price a withdrawal counts before the first trade', () => {
    const scenario = given();
    const value = (units: bigint) => occurred('WithdrawalApplied', { value: units });
    const from = nowOf(scenario) + DAY_MS;
    scenario
      .given(marketTerms({ from, referencePrice: 300 }))
      .when(withdraw('BTC', 10n))
      .then(value(1_000_000n));
    at(scenario, from).when(withdraw('BTC', 10n)).then(value(3_000_000n));
  });

  test('say nothing of what is not named, now and when a change comes between', () => {
    const scenario = given();
    const begun = nowOf(scenario);
    scenario.given(
      marketTerms({ from: begun + 3 * DAY_MS, bandPpb: 3 }),
      marketTerms({ from: begun + DAY_MS, bandPpb: 1, quantityMin: 2 }),
      // Of the same moment the one that was asked for later holds.
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

  test('are judged as they will be, with all that is pending', () => {
    const scenario = given();
    const begun = nowOf(scenario);
    scenario
      .given(marketTerms({ from: begun + 2 * DAY_MS, quantityMax: 10 }))
      // Fine by itself and now, and not two days later.
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
  ])('do not become %o', (fields) => {
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

  test('that are the same then are no change, and one back again is one', () => {
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

  test('are one market’s, and of an unknown one nobody’s', () => {
    given(marketTerms({ quantityMin: 5 }))
      .when(buy(100, 1, { market: 'ETH-USDT' }))
      .then(placed('rests'))
      .when(marketTerms({ market: 'X', bandPpb: 1 }))
      .then(refused('market.unknown'));
  });

  test('have room for another change when one has come true, whether or not anything happened then', () => {
    const scenario = given();
    const begun = nowOf(scenario);
    for (let days = 1; days <= 16; days++) scenario.given(marketTerms({ from: begun + days * DAY_MS, bandPpb: days }));
    scenario
      .when(marketTerms({ from: begun + 20 * DAY_MS, bandPpb: 20 }))
      .then(refused('terms.changes.too.many'))
      // At once there is nothing to keep.
      .when(marketTerms({ quantityMin: 2 }))
      .then(occurred('MarketTermsChanged'));
    at(restarted(scenario), begun + DAY_MS)
      .when(marketTerms({ from: begun + 20 * DAY_MS, bandPpb: 20 }))
      .then(
        occurred('MarketTermsChanged'),
        that(({ state }) => {
          const market = state.markets.get('BTC-USDT')!;
          expect(pendingAt(market, state.at)).toHaveLength(16);
          expect([market.terms.bandPpb, market.terms.quantityMin]).toEqual([1, 2]);
        }),
      );
  });

  test('are asked for once under a client id', () => {
    given(as('a', marketTerms({ bandPpb: 1 })))
      .when(as('a', marketTerms({ bandPpb: 1 })))
      .then(repeated())
      .when(as('a', marketTerms({ bandPpb: 2 })))
      .then(refused('client.id.reused'));
  });

  test('do not stop at a closed market, nor does closing keep anything from coming true', () => {
    const scenario = given(marketState('closed'));
    const from = nowOf(scenario) + DAY_MS;
    scenario.given(marketTerms({ from, quantityMin: 5 }));
    at(scenario, from)
      .given(marketState('open'))
      .when(buy(100, 4))
      .then(refused('quantity.too.small', { minimum: 5 }));
  });
});

describe('terms of withdrawals', () => {
  test('hold for what is applied for after them; what was applied for keeps its fee', () => {
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

  test('are refused where they are none', () => {
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
    /** When it is asked for after the one before, and for how much later. */
    after: fc.nat(3),
    ahead: fc.nat(6),
    asked: fc.record({ one: fc.nat(9), other: fc.nat(9) }, { requiredKeys: [] }),
  });

  test('give the same terms at any time as every change laid over the others by time, settled or not', () => {
    let overtaken = 0;
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), fc.array(fc.nat(40)), (changes, settles) => {
        const begun: Terms = { one: -1, other: -1 };
        const changing = unchanging(begun);
        const told: { from: number; asked: Partial<Terms> }[] = [];
        let now = 0;
        for (const { after, ahead, asked } of changes) {
          now += after;
          const from = now + ahead;
          if (told.some((earlier) => earlier.from > from)) overtaken++;
          if (settles.includes(now)) settleTerms(changing, now);
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

  test('are told in the state as they will be read again', () => {
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

test('a trade of two users pays by the terms of its time, whoever was there first', () => {
  const scenario = given(rested('sell', 100, 20), marketTerms({ makerFeesPpb: [RATE], takerFeesPpb: [2 * RATE] }));
  scenario
    .when(by(CAROL, limit('buy', 100, 10)))
    .then(traded(100, 10, { makerFee: 10n, takerFee: 1n }))
    .when(sell(101, 1))
    .then(placed('rests'));
  expect(scenario.exchange.batches.every(({ events }) => !isRejection(events))).toBe(true);
});
