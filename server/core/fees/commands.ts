/** What may be asked of the levels by which fees fall with volume. */
import type { FeeProduct } from './state';

export interface SetFeeTiers {
  type: 'SetFeeTiers';
  product: FeeProduct;
  /** Milliseconds; absent for at once. The first day closed at or after it is reckoned by them. */
  from?: number;
  volumes: bigint[];
  reason: string;
}
export interface CloseFeeDay {
  type: 'CloseFeeDay';
  product: FeeProduct;
}
export interface SetFeeLevels {
  type: 'SetFeeLevels';
  product: FeeProduct;
}

export type FeesCommand = SetFeeTiers | CloseFeeDay | SetFeeLevels;
