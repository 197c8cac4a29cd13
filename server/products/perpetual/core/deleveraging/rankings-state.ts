/** State of the deleveraging rankings (`rankings.ts`). */
import type { PositionSide } from '../../../../core/market/order';
import type { RankingFront } from './adl-order';

export interface Ranking extends RankingFront {
  /** Positions changed since their ranking. */
  changed: Set<number>;
}
export type Rankings = Record<PositionSide, Ranking | null>;
