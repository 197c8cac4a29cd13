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

export interface SetFinancialTerms extends FinancialTerms {
  type: 'SetFinancialTerms';
  reason: string;
}
export type FinancialSale = 'open' | 'closed';
export interface SetFinancialState {
  type: 'SetFinancialState';
  product: string;
  state: FinancialSale;
  reason: string;
}
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
export interface CancelFinancial {
  type: 'CancelFinancial';
  user: number;
  purchase: number;
}
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
