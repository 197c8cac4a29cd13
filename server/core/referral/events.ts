/** What happens to rebates. */
import type { Entry } from '../ledger/entry';
import type { ReferralRates } from './commands';

export interface ReferralTermsProposed extends ReferralRates {
  type: 'ReferralTermsProposed';
  from?: number;
  by: number;
  reason: string;
}
export interface ReferralTermsSet extends ReferralRates {
  type: 'ReferralTermsSet';
  from: number;
  proposedBy: number;
  reason: string;
}

export interface RebatePaid {
  type: 'RebatePaid';
  user: number;
  /** Who paid the fees. */
  source: number;
  /** 1: `user` invited them; 2: `user` invited who did. */
  level: number;
  /** Of the trades: whole GMT+8 days since the epoch. */
  day: number;
  asset: string;
  /** Units that the house kept of the source's trades that day. */
  fee: bigint;
  ratePpb: number;
  /** Units: fee × rate, rounded down. */
  amount: bigint;
  entries: Entry[];
}
export interface RebatesReckoned {
  type: 'RebatesReckoned';
  day: number;
  through?: number;
}

export type ReferralEvent = ReferralTermsProposed | ReferralTermsSet | RebatePaid | RebatesReckoned;
