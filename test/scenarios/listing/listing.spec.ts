import type { ListAsset, ListMarket } from '../../../server/core/command';
import {
  BTC_USDT,
  given,
  marketState,
  nothing,
  occurred,
  refused,
  staff,
  expectThat,
} from '../../tools/fixtures/core-fixture';

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
      expectThat(({ state }) => expect([...state.assets.values()].map(({ isFiat }) => isFiat)).toEqual([true, false])),
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

test('a market is listed once, as closed, and opened by staff', () => {
  given()
    .when(market())
    .then(
      occurred('MarketListed', { market: 'ETH-BTC' }),
      expectThat(({ state }) => expect(state.markets.get('ETH-BTC')?.state).toBe('closed')),
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
  { tick: '0.01', lot: '0.01' }, // ticks × lots would need four decimals; BTC has three
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
