/** What happens to the list of assets and markets. */
import type { MarketTerms } from './commands';
import type { MarketProduct, MarketState } from './order';

export interface AssetListed {
  type: 'AssetListed';
  asset: string;
  scale: number;
  withdrawalFee: bigint;
  withdrawalMin: bigint;
  fiat?: 1;
}
/** A listed market is closed until staff open it. */
export interface MarketListed extends MarketTerms {
  type: 'MarketListed';
  /** Which rules hold for it: what an order holds, what a fill moves, what it costs. */
  product: MarketProduct;
}
export interface MarketStateChanged {
  type: 'MarketStateChanged';
  market: string;
  state: MarketState;
}

export type MarketEvent = AssetListed | MarketListed | MarketStateChanged;
