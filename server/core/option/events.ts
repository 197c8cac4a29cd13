/** What happens to second contracts. */
import type { OptionDirection, OptionRule, Outcome } from '../../../shared/rules/option/settlement';
import type { Entry } from '../ledger/entry';
import type { FundOptions, OptionState, OptionTerms } from './commands';

export interface OptionTermsProposed extends OptionTerms {
  type: 'OptionTermsProposed';
  by: number;
  reason: string;
}
export interface OptionTermsSet extends OptionTerms {
  type: 'OptionTermsSet';
  proposedBy: number;
  reason: string;
}
export interface OptionStateSet {
  type: 'OptionStateSet';
  symbol: string;
  state: OptionState;
  reason: string;
}
export interface OptionsFunded {
  type: 'OptionsFunded';
  asset: string;
  act: FundOptions['act'];
  amount: bigint;
  reason: string;
  entries: Entry[];
}

export interface OptionBought {
  type: 'OptionBought';
  contract: number;
  user: number;
  symbol: string;
  direction: OptionDirection;
  asset: string;
  stake: bigint;
  durationMs: number;
  payoutPpb: number;
  fee: bigint;
  /** By which it begins and ends; absent: 1. */
  rule?: OptionRule;
  /** Quotes that are told from here on may be its entry (rule 1: publications), milliseconds. */
  from: number;
  /** The start that was set; absent: now. */
  startsAt?: number;
  takeProfit?: number;
  stopLoss?: number;
  /** A publication that is older than this at its end settles nothing, milliseconds. */
  staleMs: number;
  /** Fewer quotes than this are no entry, reach no level and end nothing; absent by rule 1. */
  sourcesMin?: number;
  entries: Entry[];
}

/** A publication of the index: the price in ticks at which it counts, its time, and the batch that has it. */
export interface Publication {
  price: number;
  at: number;
  batch: number;
}

export interface OptionEntered {
  type: 'OptionEntered';
  contract: number;
  user: number;
  symbol: string;
  price: number;
  at: number;
  batch: number;
  endsAt: number;
}

export interface OptionSettled {
  type: 'OptionSettled';
  contract: number;
  user: number;
  symbol: string;
  end: Outcome | 'take_profit' | 'stop_loss' | 'refunded' | 'cancelled';
  /** Why the stake went back. */
  reason?: RefundReason;
  /** When it was due: the end, or when it was known that there will be none. */
  dueAt: number;
  /** What it was settled by; absent where the stake went back for want of it. */
  price?: number;
  at?: number;
  batch?: number;
  /** Units to the user, of them income; and to fees. */
  paid: bigint;
  income: bigint;
  fee: bigint;
  entries: Entry[];
}
/** No publication in time for the entry, none fresh at the end, or one at the entry that lay beyond a level. */
export type RefundReason = 'entry_missed' | 'index_stale' | 'level_passed';

export interface OptionLimitSet {
  type: 'OptionLimitSet';
  user: number;
  asset: string;
  /** Absent: none. */
  amount?: bigint;
  /** The day (GMT+8, since the epoch) from which it counts. */
  day: number;
}

export type OptionEvent =
  | OptionTermsProposed
  | OptionTermsSet
  | OptionStateSet
  | OptionsFunded
  | OptionBought
  | OptionEntered
  | OptionSettled
  | OptionLimitSet;
