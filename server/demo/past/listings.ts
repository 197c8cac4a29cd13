/** Assets and markets of the demo. Scales, steps and fees of realistic sizes, and initial prices. */
import Big from 'big.js';
import type { z } from 'zod';
import type {
  listAssetRequest,
  listMarketRequest,
  listPerpetualMarketRequest,
  setIndexTermsRequest,
  setRechargeTermsRequest,
} from '../../../shared/wire/admin';
import type { MarketProduct } from '../../../shared/wire/product';

type AssetListing = Omit<z.infer<typeof listAssetRequest>, 'clientId'>;
type MarketListing = Omit<z.infer<typeof listMarketRequest>, 'clientId'>;
type ContractListing = Omit<z.infer<typeof listPerpetualMarketRequest>, 'clientId'>;
type IndexTerms = Omit<z.infer<typeof setIndexTermsRequest>, 'clientId'>;
type ChainTerms = Omit<z.infer<typeof setRechargeTermsRequest>, 'clientId'>;

const asset = (name: string, scale: number, withdrawalFee: string, withdrawalMin: string): AssetListing => ({
  asset: name,
  scale,
  withdrawalFee,
  withdrawalMin,
  fiat: false,
});

export const DEMO_ASSETS: readonly AssetListing[] = [
  asset('USDT', 8, '1', '10'),
  asset('BTC', 8, '0.0002', '0.001'),
  asset('ETH', 8, '0.002', '0.01'),
  asset('BNB', 8, '0.001', '0.01'),
  asset('SOL', 8, '0.01', '0.1'),
  asset('XRP', 6, '0.2', '10'),
  asset('ADA', 6, '0.8', '10'),
  asset('DOGE', 8, '4', '20'),
  asset('LTC', 8, '0.001', '0.01'),
  asset('LINK', 8, '0.3', '1'),
  asset('DOT', 8, '0.1', '1'),
  asset('SHIB', 4, '100000', '1000000'),
  { ...asset('USD', 6, '5', '50'), fiat: true },
  { ...asset('JPY', 3, '500', '5000'), fiat: true },
];

/** Coins with deposits and withdrawals on a chain. */
export const DEMO_CHAINS: readonly ChainTerms[] = [
  { asset: 'USDT', chain: 'ERC20', minimum: '1', confirmations: 12 },
  { asset: 'ETH', chain: 'ERC20', minimum: '0.001', confirmations: 12 },
  { asset: 'BTC', chain: 'BTC', minimum: '0.001', confirmations: 12 },
];

/** 30-day volume in BTC for each fee level; tenfold for contracts, because a tenth is put down. */
export const DEMO_FEE_VOLUMES: Readonly<Record<MarketProduct, readonly string[]>> = {
  spot: ['0', '5', '25', '100', '500'],
  perpetual: ['0', '50', '250', '1000', '5000'],
};
/** Parts per billion: 0.1 %, less at every level. */
const MAKER_FEES_PPB = [1_000_000, 900_000, 800_000, 600_000, 400_000];
const TAKER_FEES_PPB = [1_000_000, 950_000, 900_000, 800_000, 600_000];
const BAND_PPB = 100_000_000;

/** The maximum price is at least ten times the current one; a book's memory does not depend on the span. */
function market(
  base: string,
  referencePrice: string,
  priceHighest: string,
  tick: string,
  lot: string,
  quantityMax: string,
): MarketListing {
  return {
    market: `${base}-USDT`,
    base,
    quote: 'USDT',
    tick,
    lot,
    quantityMin: lot,
    quantityMax,
    notionalMin: '5',
    priceLowest: tick,
    priceHighest,
    referencePrice,
    makerFeesPpb: MAKER_FEES_PPB,
    takerFeesPpb: TAKER_FEES_PPB,
    bandPpb: BAND_PPB,
  };
}

export const DEMO_MARKETS: readonly MarketListing[] = [
  market('BTC', '65000', '1000000', '0.01', '0.00001', '100'),
  market('ETH', '3400', '100000', '0.01', '0.0001', '1000'),
  market('BNB', '590', '20000', '0.01', '0.001', '10000'),
  market('SOL', '150', '10000', '0.01', '0.001', '50000'),
  market('XRP', '0.52', '100', '0.0001', '0.1', '5000000'),
  market('ADA', '0.45', '100', '0.0001', '0.1', '5000000'),
  market('DOGE', '0.12', '10', '0.00001', '1', '20000000'),
  market('LTC', '82', '10000', '0.01', '0.001', '50000'),
  market('LINK', '14', '1000', '0.001', '0.01', '200000'),
  market('DOT', '6.2', '1000', '0.001', '0.01', '500000'),
  // Prices with eight decimals and with seven digits: screens must handle more than BTC's.
  market('SHIB', '0.0000087', '0.01', '0.00000001', '1', '100000000000'),
  {
    ...market('BTC', '9750000', '200000000', '1000', '0.001', '100'),
    ...{ market: 'BTC-JPY', quote: 'JPY', notionalMin: '1000' },
  },
  // Market of USDT in legal currency.
  { ...market('USDT', '1', '10', '0.00001', '0.1', '1000000'), market: 'USDT-USD', quote: 'USD' },
];

/** Risk tiers of all demo perpetuals: maintenance from 0.4 % up, leverage from 125x down. */
const TIERS: ContractListing['tiers'] = [
  { cap: '50000', leverageMax: 125, ratePpb: 4_000_000 },
  { cap: '250000', leverageMax: 100, ratePpb: 5_000_000 },
  { cap: '1000000', leverageMax: 50, ratePpb: 10_000_000 },
  { cap: '3000000', leverageMax: 20, ratePpb: 25_000_000 },
  { cap: '6000000', leverageMax: 10, ratePpb: 50_000_000 },
  { cap: '8000000', leverageMax: 5, ratePpb: 100_000_000 },
  { cap: '10000000', leverageMax: 4, ratePpb: 125_000_000 },
  { cap: '12000000', leverageMax: 3, ratePpb: 150_000_000 },
  { cap: '20000000', leverageMax: 2, ratePpb: 250_000_000 },
  { cap: '40000000', leverageMax: 1, ratePpb: 500_000_000 },
];

function perpetual(base: string, tick: string, multiplier: string, quantityMax: string): ContractListing {
  const index = `${base}-USDT`;
  const spot = DEMO_MARKETS.find(({ market: name }) => name === index);
  if (!spot) throw new Error(`the demo has no ${index}`);
  return {
    market: `${index}-PERP`,
    base,
    quote: 'USDT',
    tick,
    multiplier,
    quantityMin: multiplier,
    quantityMax,
    notionalMin: '5',
    priceLowest: tick,
    priceHighest: spot.priceHighest,
    referencePrice: spot.referencePrice,
    makerFeesPpb: [200_000, 180_000, 160_000, 140_000, 100_000],
    takerFeesPpb: [550_000, 500_000, 450_000, 400_000, 350_000],
    priceLimitPpb: 50_000_000,
    index,
    tiers: TIERS,
    fundingIntervalMs: 28_800_000,
    fundingCapPpb: 3_000_000,
    openInterestMax: '100000000',
    impactNotional: '25000',
  };
}

export const DEMO_PERPETUALS: readonly ContractListing[] = [
  perpetual('BTC', '0.1', '0.001', '100'),
  perpetual('ETH', '0.01', '0.01', '2000'),
  perpetual('SOL', '0.01', '0.1', '50000'),
  perpetual('XRP', '0.0001', '10', '5000000'),
  perpetual('DOGE', '0.00001', '100', '20000000'),
];

/** At least seven digits of a price, and one more than the market's tick has. */
export const DEMO_INDEX: readonly IndexTerms[] = DEMO_MARKETS.map(({ market: symbol, tick, referencePrice }) => ({
  symbol,
  decimals: Math.max(1 - new Big(tick).e, 6 - new Big(referencePrice).e),
  sourceStaleMs: 10_000,
  staleMs: 30_000,
  sourcesMin: 3,
  reason: 'demo',
}));

export type Funds = readonly { asset: string; amount: string }[];

/** Initial funds of alice and bob. */
export const DEMO_FUNDS: Funds = [
  { asset: 'USDT', amount: '1000000' },
  { asset: 'BTC', amount: '10' },
  { asset: 'ETH', amount: '200' },
  { asset: 'BNB', amount: '500' },
  { asset: 'SOL', amount: '2000' },
  { asset: 'XRP', amount: '500000' },
  { asset: 'ADA', amount: '500000' },
  { asset: 'DOGE', amount: '2000000' },
  { asset: 'LTC', amount: '2000' },
  { asset: 'LINK', amount: '20000' },
  { asset: 'DOT', amount: '50000' },
  { asset: 'SHIB', amount: '20000000000' },
  { asset: 'USD', amount: '50000' },
];

/** The maker quotes every market on both sides and needs more; takers trade all day and need something in between. */
export const MAKER_FUNDS: Funds = [...timesDemoFunds(20), { asset: 'JPY', amount: '1000000000' }];
export const TAKER_FUNDS: Funds = [...timesDemoFunds(5), { asset: 'JPY', amount: '250000000' }];

/** USDT of the insurance fund for bankrupt positions. */
export const INSURANCE_FUND = '1000000';

/**
 * USDT in the contract account, from the above, and the leverage chosen there, so that a day's move liquidates no
 * trader.
 */
export const CONTRACT_FUNDS = {
  visitor: { usdt: '100000', leverage: 10 },
  maker: { usdt: '6000000', leverage: 5 },
  taker: { usdt: '1000000', leverage: 5 },
} as const;

function timesDemoFunds(times: number): Funds {
  return DEMO_FUNDS.map(({ asset, amount }) => ({ asset, amount: new Big(amount).times(times).toFixed() }));
}
