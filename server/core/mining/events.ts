/** What happens to mining. */
import type { FinancialSale } from '../earn/commands';
import type { Entry } from '../ledger/entry';
import type { MiningPayout, MiningTerms } from './commands';

export interface MiningTermsProposed extends MiningTerms {
  type: 'MiningTermsProposed';
  by: number;
  reason: string;
}
export interface MiningTermsSet extends MiningTerms {
  type: 'MiningTermsSet';
  proposedBy: number;
  reason: string;
}
export interface MiningStateSet {
  type: 'MiningStateSet';
  product: string;
  state: FinancialSale;
  reason: string;
}

export interface MiningBought {
  type: 'MiningBought';
  purchase: number;
  user: number;
  product: string;
  asset: string;
  amount: bigint;
  incomeAsset: string;
  termDays: number;
  dailyRatePpb: number;
  payout: MiningPayout;
  /** What one of either coin is by the index, on one scale: what the income was fixed by. Absent where both are one coin. */
  priceOf?: bigint;
  priceBy?: bigint;
  /** When mining begins, and when the principal goes back, milliseconds. */
  startsAt: number;
  expiresAt: number;
  /** Units of `incomeAsset` a day. The house has reserved them for the whole term. */
  income: bigint;
  /** Who gets a rebate of it; absent: nobody does. */
  inviter?: number;
  /** Of the principal, units of `asset`: paid with this. */
  rebate?: bigint;
  /** Of each income: reserved with it. */
  rebatePpb?: number;
  /** With `rebate`, since it is at most half of the incomes promised. Absent in journals of before: it was a part of the principal. */
  rule?: 2;
  entries: Entry[];
}

export interface MiningPaid {
  type: 'MiningPaid';
  purchase: number;
  user: number;
  product: string;
  /** Which day of the term: 1 … `termDays`. */
  payment: number;
  /** 01:00 (GMT+8) of that day, however late it is paid. */
  dueAt: number;
  income: bigint;
  /** To who invited them; absent: nobody got one. */
  inviter?: number;
  rebate?: bigint;
  entries: Entry[];
}

export interface MiningEnded {
  type: 'MiningEnded';
  purchase: number;
  user: number;
  product: string;
  dueAt: number;
  /** With this; 0 where it was paid day by day. */
  income: bigint;
  inviter?: number;
  rebate?: bigint;
  entries: Entry[];
}

export type MiningEvent =
  MiningTermsProposed | MiningTermsSet | MiningStateSet | MiningBought | MiningPaid | MiningEnded;
