/** What may be asked of rebates to those who invited. What is paid follows from what was traded: nobody asks for that. */

/** Parts of the fees that invited people pay; together at most half of them. */
export interface ReferralRates {
  /** To who invited them, and to who invited that one. */
  level1Ppb: number;
  level2Ppb: number;
}

export interface SetReferralTerms extends ReferralRates {
  type: 'SetReferralTerms';
  /** Milliseconds; absent for when they are seconded. They count for whole days (GMT+8): from the first that begins at or after it; the very first ones at once. */
  from?: number;
  reason: string;
}

export interface PayRebates {
  type: 'PayRebates';
  day: number;
}

export type ReferralCommand = SetReferralTerms | PayRebates;
