import type { MarketRecord } from '../../../shared/wire/product';

/** A market as the exchange lists it. Tests about one of its terms override that term. */
export const MARKET: MarketRecord = {
  name: 'BTC-USDT',
  product: 'spot',
  label: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  decimals: { price: 2, quantity: 5, notional: 8 },
  state: 'open',
  ownState: 'open',
  tick: '0.01',
  lot: '0.00001',
  quantityMin: '0.00001',
  quantityMax: '10000',
  notionalMin: '5',
  priceLowest: '0.01',
  priceHighest: '1000000',
  makerFeesPpb: [1_000_000],
  takerFeesPpb: [1_000_000],
  makerFeesFixed: [],
  takerFeesFixed: [],
  openOrdersMax: 200,
  bandPpb: 100_000_000,
  contract: null,
  price: '65000',
  pending: [],
};
