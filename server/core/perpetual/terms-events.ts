/** Terms of perpetuals that change. */
import type { ChangedPerpetualTerms } from './terms-commands';

export interface PerpetualTermsChanged extends ChangedPerpetualTerms {
  type: 'PerpetualTermsChanged';
  market: string;
  reason: string;
  from: number;
  positionsFrom: number;
}
export interface PerpetualTermsApplied {
  type: 'PerpetualTermsApplied';
  market: string;
  /** The time for which it was announced. */
  dueAt: number;
  scope: 'orders' | 'positions' | 'all';
}

export type TermsEvent = PerpetualTermsChanged | PerpetualTermsApplied;
