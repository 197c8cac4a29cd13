/** Terms of perpetuals that change. */
import type { ChangedPerpetualTerms } from './terms-commands';

/** Announced. New orders go by it from `from` on; positions from `positionsFrom` on, which is a day later where tiers get tighter. */
export interface PerpetualTermsChanged extends ChangedPerpetualTerms {
  type: 'PerpetualTermsChanged';
  market: string;
  reason: string;
  from: number;
  positionsFrom: number;
}
/** From here on orders, positions or both go by what was announced last. */
export interface PerpetualTermsApplied {
  type: 'PerpetualTermsApplied';
  market: string;
  /** The time for which it was announced. */
  dueAt: number;
  scope: 'orders' | 'positions' | 'all';
}

export type TermsEvent = PerpetualTermsChanged | PerpetualTermsApplied;
