/** A perpetual as staff list it through the interface, with the terms of the worked examples. */
import { decimalOf } from '../../shared/rules/units';
import { TAKER_PPB, TIERS } from './perpetual-terms';

export const PERPETUAL_TERMS = {
  market: 'BTC-USDT-PERP',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.1',
  multiplier: '0.001',
  quantityMin: '0.001',
  quantityMax: '1000',
  notionalMin: '5',
  priceLowest: '1',
  priceHighest: '10000000',
  referencePrice: '50000',
  makerFeesPpb: [200_000],
  takerFeesPpb: [TAKER_PPB],
  index: 'BTC-USDT',
  tiers: TIERS.map(({ cap, leverageMax, ratePpb }) => ({ cap: decimalOf(cap, 8), leverageMax, ratePpb })),
  fundingCapPpb: 3_000_000,
  openInterestMax: '100000000',
  impactNotional: '25000',
};
