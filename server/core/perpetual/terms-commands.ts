/** What staff may change of a perpetual's terms, at once or from a time on. What is absent stays; its closing fee never changes. */

export interface ChangedPerpetualTerms {
  /** The three lists of the tiers come together, or not at all. */
  tierCaps?: bigint[];
  tierLeverages?: number[];
  tierRatesPpb?: number[];
  fundingCapPpb?: number;
  openInterestMax?: bigint;
  impactNotional?: bigint;
}
export interface ChangePerpetualTerms extends ChangedPerpetualTerms {
  type: 'ChangePerpetualTerms';
  market: string;
  reason: string;
  /** Milliseconds; at once when absent. */
  from?: number;
}
export interface ApplyPerpetualTerms {
  type: 'ApplyPerpetualTerms';
  market: string;
}

export type TermsCommand = ChangePerpetualTerms | ApplyPerpetualTerms;
