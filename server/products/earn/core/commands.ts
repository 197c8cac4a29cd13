/** Commands of financial products and mining. Payments follow from purchases: nobody asks for them. */
import {
  amount,
  choice,
  id,
  integer,
  message,
  ppb,
  text,
  word,
  type MessageOf,
  type ObjectOf,
  type ValueOf,
} from '../../../core/messages/message';

/** Amounts are units of `asset`. */
export const financialTerms = {
  /** By which commands name it: `USDT-7`. */
  product: word,
  /** As people read it. */
  name: text,
  asset: word,
  termDays: integer,
  /** A year of 365 days. */
  annualRatePpb: ppb,
  /** Released in all: what was cancelled before it earned may be bought again, nothing else. */
  quota: amount,
  /** Bounds of one purchase, and of all purchases of one user together. */
  amountMin: amount,
  userMax: amount,
};
export type FinancialTerms = ObjectOf<typeof financialTerms>;

/** Incomes come day by day, or in one sum when the term is over. */
export const miningPayout = choice('daily', 'end');
export type MiningPayout = ValueOf<typeof miningPayout>;
/** The inviter gets a part of the principal, once at the purchase, or of each income. */
export const miningRebate = choice('none', 'purchase', 'income');

/** Amounts are units of `asset`. */
export const miningTerms = {
  /** By which commands name it: `BTC-30`. */
  product: word,
  /** As people read it. */
  name: text,
  /** Staked, and what income is paid in. */
  asset: word,
  incomeAsset: word,
  termDays: integer,
  /** A day. The rate of a month that is shown is thirty times this. */
  dailyRatePpb: ppb,
  payout: miningPayout,
  rebate: miningRebate,
  /** 0 without a rebate. */
  rebatePpb: ppb,
  /** Released in all: nothing that was bought goes back to it. */
  quota: amount,
  /** Bounds of one purchase, and of all purchases of one user together. */
  amountMin: amount,
  amountMax: amount,
};
export type MiningTerms = ObjectOf<typeof miningTerms>;

export type EarnTerms = FinancialTerms | MiningTerms;

export const SetFinancialTerms = message('SetFinancialTerms', { ...financialTerms, reason: text });
export type SetFinancialTerms = MessageOf<typeof SetFinancialTerms>;

export const earnSale = choice('open', 'closed');
export type EarnSale = ValueOf<typeof earnSale>;
export const SetFinancialState = message('SetFinancialState', { product: word, state: earnSale, reason: text });
export type SetFinancialState = MessageOf<typeof SetFinancialState>;

export const FundFinancial = message('FundFinancial', {
  asset: word,
  act: choice('fund', 'release'),
  amount,
  reason: text,
});
export type FundFinancial = MessageOf<typeof FundFinancial>;

/** Whether the principal is to be bought again when it expires. */
export const renewal = choice('on', 'off');
export type Renewal = ValueOf<typeof renewal>;

export const BuyFinancial = message('BuyFinancial', { user: id, product: word, amount, renew: renewal });
export type BuyFinancial = MessageOf<typeof BuyFinancial>;

export const CancelFinancial = message('CancelFinancial', { user: id, purchase: id });
export type CancelFinancial = MessageOf<typeof CancelFinancial>;

export const LeaveFinancial = message('LeaveFinancial', { user: id, purchase: id });
export type LeaveFinancial = MessageOf<typeof LeaveFinancial>;

export const SetFinancialRenewal = message('SetFinancialRenewal', { user: id, purchase: id, renew: renewal });
export type SetFinancialRenewal = MessageOf<typeof SetFinancialRenewal>;

export const SettleFinancial = message('SettleFinancial', {});
export type SettleFinancial = MessageOf<typeof SettleFinancial>;

export const SetMiningTerms = message('SetMiningTerms', { ...miningTerms, reason: text });
export type SetMiningTerms = MessageOf<typeof SetMiningTerms>;

export const SetMiningState = message('SetMiningState', { product: word, state: earnSale, reason: text });
export type SetMiningState = MessageOf<typeof SetMiningState>;

export const BuyMining = message('BuyMining', { user: id, product: word, amount });
export type BuyMining = MessageOf<typeof BuyMining>;

export const PayMining = message('PayMining', {});
export type PayMining = MessageOf<typeof PayMining>;

export type EarnCommand =
  | SetFinancialTerms
  | SetFinancialState
  | FundFinancial
  | BuyFinancial
  | CancelFinancial
  | LeaveFinancial
  | SetFinancialRenewal
  | SettleFinancial
  | SetMiningTerms
  | SetMiningState
  | BuyMining
  | PayMining;

declare module '../../../core/command' {
  interface Commands {
    earn: EarnCommand;
  }
  interface StaffCommands {
    earn: SetFinancialTerms | SetFinancialState | FundFinancial | SetMiningTerms | SetMiningState;
  }
  interface FollowUps {
    earn: SettleFinancial | PayMining;
  }
}
