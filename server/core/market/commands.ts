/** What may be asked of the list of assets and markets. */
import type { MarketState } from './order';

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
/** Terms of a spot market. Fees are ppb by fee tier, index 0 for a new member; the last one serves every higher tier. */
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

export type MarketCommand = ListAsset | ListMarket | SetMarketState;
