/** What may be asked of the levels by which fees fall with volume. */
import type { FeeProduct } from './state';

/** Which volume of thirty days in a product each level of its markets needs: BTC units of scale 8, by level, the first of them 0. */
export interface SetFeeTiers {
  type: 'SetFeeTiers';
  product: FeeProduct;
  /** Milliseconds; absent for at once. The first day closed at or after it is reckoned by them. */
  from?: number;
  volumes: bigint[];
  reason: string;
}
/** A day is over: what one BTC was worth at its end. */
export interface CloseFeeDay {
  type: 'CloseFeeDay';
  product: FeeProduct;
}
/** The levels that follow from the days closed, some members at a time. */
export interface SetFeeLevels {
  type: 'SetFeeLevels';
  product: FeeProduct;
}

export type FeesCommand = SetFeeTiers | CloseFeeDay | SetFeeLevels;
