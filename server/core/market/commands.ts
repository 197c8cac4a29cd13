/** What may be asked of the list of assets and markets. */
import type { AssetStates, MarketState } from './order';

export interface ListAsset {
  type: 'ListAsset';
  asset: string;
  /** Digits behind the point of the smallest unit, 0 … 18. */
  scale: number;
  withdrawalFee: bigint;
  withdrawalMin: bigint;
  /** Legal currency; absent for a coin. */
  fiat?: 1;
}
/**
 * Terms of a spot market. Fees are ppb by fee level, index 0 for a new member; the last one serves every higher level, and none
 * is above the one before it.
 */
export interface MarketTerms {
  market: string;
  base: string;
  quote: string;
  /** Price step and quantity step as canonical decimals, for example `0.01`. */
  tick: string;
  lot: string;
  quantityMin: number;
  quantityMax: number;
  notionalMin: bigint;
  priceLowest: number;
  priceHighest: number;
  makerFeesPpb: number[];
  takerFeesPpb: number[];
  /** Instead: quote units by level, once an order. Absent or all 0 for fees in ppb. */
  makerFeesFixed?: bigint[];
  takerFeesFixed?: bigint[];
  openOrdersMax: number;
  /** Stands for the last price before the first trade, in ticks. */
  referencePrice: number;
  bandPpb: number;
}
export interface ListMarket extends MarketTerms {
  type: 'ListMarket';
}
export interface SetMarketState {
  type: 'SetMarketState';
  market: string;
  state: MarketState;
}

/** Terms of a market but for what it is made of: a book's orders are counted in its steps. */
type ChangeableMarketTerms = Omit<MarketTerms, 'market' | 'base' | 'quote' | 'tick' | 'lot'>;
export interface ChangeMarketTerms extends Partial<ChangeableMarketTerms> {
  type: 'ChangeMarketTerms';
  market: string;
  /** Milliseconds; absent: at once. */
  from?: number;
  reason: string;
}
export interface AssetTerms {
  withdrawalFee: bigint;
  withdrawalMin: bigint;
}
export interface ChangeAssetTerms extends Partial<AssetTerms> {
  type: 'ChangeAssetTerms';
  asset: string;
  /** Milliseconds; absent: at once. */
  from?: number;
  reason: string;
}
export interface SetAssetState extends AssetStates {
  type: 'SetAssetState';
  asset: string;
  reason: string;
}

export type MarketCommand =
  ListAsset | ListMarket | SetMarketState | ChangeMarketTerms | ChangeAssetTerms | SetAssetState;

/** In their canonical order. A term that is missing here could not change, and does not compile. */
export const MARKET_TERMS_CHANGED = [
  'quantityMin',
  'quantityMax',
  'notionalMin',
  'priceLowest',
  'priceHighest',
  'makerFeesPpb',
  'takerFeesPpb',
  'openOrdersMax',
  'referencePrice',
  'bandPpb',
  'makerFeesFixed',
  'takerFeesFixed',
] as const satisfies readonly (keyof ChangeableMarketTerms)[];
export const ASSET_TERMS_CHANGED = ['withdrawalFee', 'withdrawalMin'] as const satisfies readonly (keyof AssetTerms)[];

type Complete<T> = keyof T extends never ? true : never;
const complete: [
  Complete<Omit<ChangeableMarketTerms, (typeof MARKET_TERMS_CHANGED)[number]>>,
  Complete<Omit<AssetTerms, (typeof ASSET_TERMS_CHANGED)[number]>>,
] = [true, true];
void complete;
