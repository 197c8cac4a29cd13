/** What happens to the list of assets and markets. */
import type { ChangeAssetTerms, ChangeMarketTerms, MarketTerms } from './commands';
import type { AssetStates, MarketState } from './order';

export interface AssetListed {
  type: 'AssetListed';
  asset: string;
  scale: number;
  withdrawalFee: bigint;
  withdrawalMin: bigint;
  fiat?: 1;
}
export interface MarketListed extends MarketTerms {
  type: 'MarketListed';
  /** Which rules hold for it: what an order holds, what a fill moves, what it costs. */
  product: 'spot';
}
export interface MarketStateChanged {
  type: 'MarketStateChanged';
  market: string;
  state: MarketState;
}

export interface MarketTermsChanged extends Omit<ChangeMarketTerms, 'type' | 'from'> {
  type: 'MarketTermsChanged';
  from: number;
}
export interface AssetTermsChanged extends Omit<ChangeAssetTerms, 'type' | 'from'> {
  type: 'AssetTermsChanged';
  from: number;
}
export interface AssetStateChanged extends AssetStates {
  type: 'AssetStateChanged';
  asset: string;
  reason: string;
}

export type MarketEvent =
  AssetListed | MarketListed | MarketStateChanged | MarketTermsChanged | AssetTermsChanged | AssetStateChanged;
