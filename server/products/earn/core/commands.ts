/** Commands of financial products and mining. Payments follow from purchases; no command requests them. */
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
  /** Name used in commands: `USDT-7`. */
  product: word,
  /** Displayed name. */
  name: text,
  asset: word,
  termDays: integer,
  /** Rate per year of 365 days. */
  annualRatePpb: ppb,
  /** Total quota: purchases cancelled before they earn are released again, others are not. */
  quota: amount,
  /** Bounds of one purchase, and the maximum of one user. */
  amountMin: amount,
  userMax: amount,
};
export type FinancialTerms = ObjectOf<typeof financialTerms>;

/** Incomes are paid daily, or in one sum at the end of the term. */
export const miningPayout = choice('daily', 'end');
export type MiningPayout = ValueOf<typeof miningPayout>;
/** The inviter's rebate: a part of the principal, once at the purchase, or a part of each income. */
export const miningRebate = choice('none', 'purchase', 'income');

/** Amounts are units of `asset`. */
export const miningTerms = {
  /** Name used in commands: `BTC-30`. */
  product: word,
  /** Displayed name. */
  name: text,
  /** Asset of the stake and asset of the income. */
  asset: word,
  incomeAsset: word,
  termDays: integer,
  /** Rate per day. The displayed monthly rate is thirty times this. */
  dailyRatePpb: ppb,
  payout: miningPayout,
  rebate: miningRebate,
  /** 0: no rebate. */
  rebatePpb: ppb,
  /** Total quota; purchases never release it. */
  quota: amount,
  /** Bounds of one purchase, and the maximum of one user. */
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

/** Whether the principal is reinvested at expiry. */
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
