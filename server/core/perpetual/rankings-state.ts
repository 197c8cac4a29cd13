/** What is kept of the order of deleveraging (`rankings.ts`). */
import type { AdlCandidate } from '../../../shared/rules/perpetual/adl';
import type { Heap } from '../heap';
import type { PositionSide } from '../market/order';

export interface Candidate extends AdlCandidate {
  /** Of the position. */
  id: number;
  user: number;
  lots: number;
  /** Its score in a number of the machine: where two of these are far enough apart they say which is higher. */
  near: number;
}
export interface Ranking extends Heap<Candidate> {
  /** Positions that have changed since they were placed. */
  changed: Set<number>;
}
export type Rankings = Record<PositionSide, Ranking | null>;
