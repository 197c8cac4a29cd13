/** What may be asked of mining. What is paid, and when, follows from what was bought: nobody asks for that. */
import type { FinancialSale } from '../earn/commands';

/** Incomes come day by day, or in one sum when the term is over. */
export type MiningPayout = 'daily' | 'end';
/** What whoever invited the buyer gets a part of: the principal, once at the purchase, or each income. */
export type MiningRebate = 'none' | 'purchase' | 'income';

/** What is sold. Amounts are units of `asset`. */
export interface MiningTerms {
  /** By which commands name it: `BTC-30`. */
  product: string;
  /** As people read it. */
  name: string;
  /** Staked, and what income is paid in. */
  asset: string;
  incomeAsset: string;
  termDays: number;
  /** A day. The rate of a month that is shown is thirty times this. */
  dailyRatePpb: number;
  payout: MiningPayout;
  rebate: MiningRebate;
  /** 0 without a rebate. */
  rebatePpb: number;
  /** Released in all: nothing that was bought goes back to it. */
  quota: bigint;
  /** Of one purchase, and of what one user has of it altogether. */
  amountMin: bigint;
  amountMax: bigint;
}

export interface SetMiningTerms extends MiningTerms {
  type: 'SetMiningTerms';
  reason: string;
}
export interface SetMiningState {
  type: 'SetMiningState';
  product: string;
  state: FinancialSale;
  reason: string;
}
export interface BuyMining {
  type: 'BuyMining';
  user: number;
  product: string;
  amount: bigint;
}
export interface PayMining {
  type: 'PayMining';
}

export type MiningCommand = SetMiningTerms | SetMiningState | BuyMining | PayMining;
