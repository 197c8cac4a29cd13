/** What may be asked of second contracts. Nobody asks for a price or an outcome: both follow from what is published of the index. */
import type { OptionDirection } from '../../../shared/rules/option/settlement';

/** What is sold on one index, and how much of it. Amounts are units of `asset`. */
export interface OptionTerms {
  /** Of the index, and the product's name: `BTC-USDT`. */
  symbol: string;
  /** Stakes and payouts. */
  asset: string;
  amountMin: bigint;
  amountMax: bigint;
  /** Stake open at once: on one side, in all, of one user, and of one user with take-profit or stop-loss (0: not offered). */
  sideMax: bigint;
  totalMax: bigint;
  userMax: bigint;
  levelsUserMax: bigint;
  /** Milliseconds, ascending; the following lists belong to them by place. */
  durationsMs: number[];
  /** Of the stake. */
  payoutsPpb: number[];
  /** Of the stake; 0 where the fee is a fixed amount, or none. */
  feesPpb: number[];
  feeAmounts: bigint[];
}

export interface SetOptionTerms extends OptionTerms {
  type: 'SetOptionTerms';
  reason: string;
}
export interface SetOptionState {
  type: 'SetOptionState';
  symbol: string;
  state: OptionState;
  reason: string;
}
export type OptionState = 'open' | 'closed';

export interface FundOptions {
  type: 'FundOptions';
  asset: string;
  act: 'fund' | 'release';
  amount: bigint;
  reason: string;
}

export interface BuyOption {
  type: 'BuyOption';
  user: number;
  symbol: string;
  direction: OptionDirection;
  stake: bigint;
  durationMs: number;
  /** Absent: now. */
  startsAt?: number;
  /** Ticks of the index. */
  takeProfit?: number;
  stopLoss?: number;
}
export interface CancelOption {
  type: 'CancelOption';
  user: number;
  contract: number;
}
export interface SetOptionLimit {
  type: 'SetOptionLimit';
  user: number;
  asset: string;
  /** Absent: none. */
  amount?: bigint;
}

export interface EnterOptions {
  type: 'EnterOptions';
  symbol: string;
}
export interface SettleOptions {
  type: 'SettleOptions';
  symbol: string;
}

export type OptionCommand =
  | SetOptionTerms
  | SetOptionState
  | FundOptions
  | BuyOption
  | CancelOption
  | SetOptionLimit
  | EnterOptions
  | SettleOptions;
