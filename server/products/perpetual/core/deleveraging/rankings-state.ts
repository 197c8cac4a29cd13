/** What is kept of the order of deleveraging (`rankings.ts`). */
import type { PositionSide } from '../../../../core/market/order';
import type { Front } from './adl-order';

export interface Ranking extends Front {
  /** Positions that have changed since they were placed. */
  changed: Set<number>;
}
export type Rankings = Record<PositionSide, Ranking | null>;
