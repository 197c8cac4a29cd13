/** What happens to the levels by which fees fall with volume. */
import type { FeeProduct } from './state';

export interface FeeTiersSet {
  type: 'FeeTiersSet';
  product: FeeProduct;
  /** Milliseconds. */
  from: number;
  /** BTC units of scale 8 that each level needs, the first of them 0. */
  volumes: bigint[];
  reason: string;
}
export interface FeeDayClosed {
  type: 'FeeDayClosed';
  product: FeeProduct;
  /** Whole GMT+8 days since the epoch: the day that ended. */
  day: number;
  /** USDT units of scale 8 for one BTC; 0 where nothing says, and such a day's volume counts for nothing. */
  price: bigint;
  by: ClosedBy;
}
/** The last price of BTC-USDT, the index, or neither. */
export type ClosedBy = 'last' | 'index' | 'none';
export interface FeeLevelSet {
  type: 'FeeLevelSet';
  user: number;
  product: FeeProduct;
  level: number;
  /** BTC units of scale 8 over thirty days. */
  volume: bigint;
  /** Milliseconds: 04:00 of the day behind the one that was closed, whenever it is reckoned. */
  from: number;
}
export interface FeeLevelsReckoned {
  type: 'FeeLevelsReckoned';
  product: FeeProduct;
  day: number;
  through?: number;
}

export type FeesEvent = FeeTiersSet | FeeDayClosed | FeeLevelSet | FeeLevelsReckoned;
