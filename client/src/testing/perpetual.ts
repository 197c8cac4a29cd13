import { RISK, TAKER_PPB } from '../../../test/tools/fixtures/perpetual-terms';
import { decimalOf } from '../../../shared/rules/units';
import type { MarketRecord } from '../../../shared/wire/product';
import { MARKET } from './market';

export { TAKER_PPB };

const TIERS = RISK.tiers.map(({ cap, leverageMax, ratePpb, amount }) => ({
  cap: decimalOf(cap, 8),
  leverageMax,
  ratePpb,
  amount: decimalOf(amount, 8),
}));

/** A perpetual with the terms of the worked examples, as the exchange lists it. */
export const PERPETUAL: MarketRecord = {
  ...MARKET,
  name: 'BTC-USDT-PERP',
  product: 'perpetual',
  label: 'BTC/USDT perpetual',
  decimals: { price: 1, quantity: 3, notional: 8 },
  tick: '0.1',
  lot: '0.001',
  quantityMin: '0.001',
  quantityMax: '1000',
  priceLowest: '1',
  priceHighest: '10000000',
  takerFeesPpb: [TAKER_PPB],
  bandPpb: 50_000_000,
  price: '60000',
  contract: {
    index: 'BTC-USDT',
    multiplier: '0.001',
    tiers: TIERS,
    orderTiers: TIERS,
    positionsFrom: null,
    endsAt: null,
    closeFeePpb: TAKER_PPB,
    fundingIntervalMs: 28_800_000,
    fundingCapPpb: 3_000_000,
    openInterestMax: '100000000',
  },
};
