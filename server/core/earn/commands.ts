/** What may be asked of financial products. What is paid at the end follows from what was bought: nobody asks for that. */

/** What is sold. Amounts are units of `asset`. */
export interface FinancialTerms {
  /** By which commands name it: `USDT-7`. */
  product: string;
  /** As people read it. */
  name: string;
  asset: string;
  termDays: number;
  /** A year of 365 days. */
  annualRatePpb: number;
  /** Released in all: what was cancelled before it earned may be bought again, nothing else. */
  quota: bigint;
  /** Of one purchase, and of what one user has of it altogether. */
  amountMin: bigint;
  userMax: bigint;
}

/** The first of staff proposes terms, another who asks for the very same puts them into effect for what is bought from then on. */
export interface SetFinancialTerms extends FinancialTerms {
  type: 'SetFinancialTerms';
  reason: string;
}
export type FinancialSale = 'open' | 'closed';
/** Whether it is on sale. Changes nothing that was bought. */
export interface SetFinancialState {
  type: 'SetFinancialState';
  product: string;
  state: FinancialSale;
  reason: string;
}
/** From the owners' money into what incomes are paid from, or what is not promised of it back. */
export interface FundFinancial {
  type: 'FundFinancial';
  asset: string;
  act: 'fund' | 'release';
  amount: bigint;
  reason: string;
}

/** Whether the principal is to be bought again when it expires. */
export type Renewal = 'on' | 'off';

export interface BuyFinancial {
  type: 'BuyFinancial';
  user: number;
  product: string;
  amount: bigint;
  renew: Renewal;
}
/** Before it earns: all goes back, and it may be bought again. */
export interface CancelFinancial {
  type: 'CancelFinancial';
  user: number;
  purchase: number;
}
/** While it earns: the principal goes back, without income. */
export interface LeaveFinancial {
  type: 'LeaveFinancial';
  user: number;
  purchase: number;
}
export interface SetFinancialRenewal {
  type: 'SetFinancialRenewal';
  user: number;
  purchase: number;
  renew: Renewal;
}

/** A follow-up: purchases have run their terms. Some at a time. Never from outside. */
export interface SettleFinancial {
  type: 'SettleFinancial';
}

export type FinancialCommand =
  | SetFinancialTerms
  | SetFinancialState
  | FundFinancial
  | BuyFinancial
  | CancelFinancial
  | LeaveFinancial
  | SetFinancialRenewal
  | SettleFinancial;
