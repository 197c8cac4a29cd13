/** What happens to financial products. */
import type { Entry } from '../ledger/entry';
import type { FinancialSale, FinancialTerms, FundFinancial, Renewal } from './commands';

export interface FinancialTermsProposed extends FinancialTerms {
  type: 'FinancialTermsProposed';
  by: number;
  reason: string;
}
export interface FinancialTermsSet extends FinancialTerms {
  type: 'FinancialTermsSet';
  proposedBy: number;
  reason: string;
}
export interface FinancialStateSet {
  type: 'FinancialStateSet';
  product: string;
  state: FinancialSale;
  reason: string;
}
export interface FinancialFunded {
  type: 'FinancialFunded';
  asset: string;
  act: FundFinancial['act'];
  amount: bigint;
  reason: string;
  entries: Entry[];
}

export interface FinancialBought {
  type: 'FinancialBought';
  purchase: number;
  user: number;
  product: string;
  asset: string;
  amount: bigint;
  termDays: number;
  annualRatePpb: number;
  /** When it begins to earn, and when it goes back, milliseconds. */
  startsAt: number;
  expiresAt: number;
  /** Of the whole term: what the house has reserved for it. */
  income: bigint;
  renew: Renewal;
  /** The purchase whose principal this is; absent for one that the user made. */
  renews?: number;
  entries: Entry[];
}

export interface FinancialEnded {
  type: 'FinancialEnded';
  purchase: number;
  user: number;
  product: string;
  /** It ran its term; was taken back before it earned; was left before its end. */
  end: 'settled' | 'cancelled' | 'left';
  /** When it was due, or asked for. */
  dueAt: number;
  income: bigint;
  /** Why it was not renewed although it was to be: the code of the refusal. */
  notRenewed?: string;
  /** Cancellations by rule 2 are bounded by amount and by number a day; by rule 1 (absent) by number alone. */
  rule?: 2;
  entries: Entry[];
}

export interface FinancialRenewalSet {
  type: 'FinancialRenewalSet';
  purchase: number;
  user: number;
  renew: Renewal;
}

export type FinancialEvent =
  | FinancialTermsProposed
  | FinancialTermsSet
  | FinancialStateSet
  | FinancialFunded
  | FinancialBought
  | FinancialEnded
  | FinancialRenewalSet;
