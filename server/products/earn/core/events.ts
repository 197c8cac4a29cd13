/** Events of financial products and mining. */
import {
  type MessageOf,
  amount,
  choice,
  entries,
  id,
  integer,
  message,
  millis,
  optional,
  ppb,
  text,
  word,
} from '../../../core/messages/message';
import { earnSale, financialTerms, miningPayout, miningTerms, renewal } from './commands';

export const FinancialTermsProposed = message('FinancialTermsProposed', { ...financialTerms, by: id, reason: text });
export type FinancialTermsProposed = MessageOf<typeof FinancialTermsProposed>;

export const FinancialTermsSet = message('FinancialTermsSet', { ...financialTerms, proposedBy: id, reason: text });
export type FinancialTermsSet = MessageOf<typeof FinancialTermsSet>;

export const FinancialStateSet = message('FinancialStateSet', { product: word, state: earnSale, reason: text });
export type FinancialStateSet = MessageOf<typeof FinancialStateSet>;

export const FinancialFunded = message('FinancialFunded', {
  asset: word,
  act: choice('fund', 'release'),
  amount,
  reason: text,
  entries,
});
export type FinancialFunded = MessageOf<typeof FinancialFunded>;

export const FinancialBought = message('FinancialBought', {
  purchase: id,
  user: id,
  product: word,
  asset: word,
  amount,
  termDays: integer,
  annualRatePpb: ppb,
  /** Begin of earning and return of the principal, milliseconds. */
  startsAt: millis,
  expiresAt: millis,
  /** Income of the whole term, reserved by the house. */
  income: amount,
  renew: renewal,
  /** The purchase that this one renews; absent for a user's own purchase. */
  renews: optional(id),
  entries,
});
export type FinancialBought = MessageOf<typeof FinancialBought>;

export const FinancialEnded = message('FinancialEnded', {
  purchase: id,
  user: id,
  product: word,
  /** Ended at term; cancelled before it earned; left before its end. */
  end: choice('settled', 'cancelled', 'left'),
  /** Due time, or time of the request. */
  dueAt: millis,
  income: amount,
  /** Rejection code that prevented the requested renewal. */
  notRenewed: optional(word),
  /** Rule 2 limits cancellations per day by amount and number; rule 1 (absent) by number only. */
  rule: optional(choice(2)),
  entries,
});
export type FinancialEnded = MessageOf<typeof FinancialEnded>;

export const FinancialRenewalSet = message('FinancialRenewalSet', { purchase: id, user: id, renew: renewal });
export type FinancialRenewalSet = MessageOf<typeof FinancialRenewalSet>;

export const MiningTermsProposed = message('MiningTermsProposed', { ...miningTerms, by: id, reason: text });
export type MiningTermsProposed = MessageOf<typeof MiningTermsProposed>;

export const MiningTermsSet = message('MiningTermsSet', { ...miningTerms, proposedBy: id, reason: text });
export type MiningTermsSet = MessageOf<typeof MiningTermsSet>;

export const MiningStateSet = message('MiningStateSet', { product: word, state: earnSale, reason: text });
export type MiningStateSet = MessageOf<typeof MiningStateSet>;

export const MiningBought = message('MiningBought', {
  purchase: id,
  user: id,
  product: word,
  asset: word,
  amount,
  incomeAsset: word,
  termDays: integer,
  dailyRatePpb: ppb,
  payout: miningPayout,
  /** Index prices of both coins at one scale, which fixed the income. Absent if both are the same coin. */
  priceOf: optional(amount),
  priceBy: optional(amount),
  /** Begin of mining and return of the principal, milliseconds. */
  startsAt: millis,
  expiresAt: millis,
  /** Units of `incomeAsset` per day, reserved by the house for the whole term. */
  income: amount,
  /** Recipient of the rebate; absent: no rebate. */
  inviter: optional(id),
  /** Paid at the purchase, units of `asset`. */
  rebate: optional(amount),
  /** Part of each income, reserved with it. */
  rebatePpb: optional(ppb),
  /**
   * Present with `rebate`: it is at most half of the promised incomes. Absent in older journals, where it was a part of
   * the principal.
   */
  rule: optional(choice(2)),
  entries,
});
export type MiningBought = MessageOf<typeof MiningBought>;

export const MiningPaid = message('MiningPaid', {
  purchase: id,
  user: id,
  product: word,
  /** Day of the term: 1 … `termDays`. */
  payment: integer,
  /** 01:00 (GMT+8) of that day, regardless of the payment time. */
  dueAt: millis,
  income: amount,
  /** Recipient of the rebate; absent: none. */
  inviter: optional(id),
  rebate: optional(amount),
  entries,
});
export type MiningPaid = MessageOf<typeof MiningPaid>;

export const MiningEnded = message('MiningEnded', {
  purchase: id,
  user: id,
  product: word,
  dueAt: millis,
  /** Income paid with the principal; 0 if it was paid daily. */
  income: amount,
  inviter: optional(id),
  rebate: optional(amount),
  entries,
});
export type MiningEnded = MessageOf<typeof MiningEnded>;

export type EarnEvent =
  | FinancialTermsProposed
  | FinancialTermsSet
  | FinancialStateSet
  | FinancialFunded
  | FinancialBought
  | FinancialEnded
  | FinancialRenewalSet
  | MiningTermsProposed
  | MiningTermsSet
  | MiningStateSet
  | MiningBought
  | MiningPaid
  | MiningEnded;

declare module '../../../core/event' {
  interface Events {
    earn: EarnEvent;
  }
}
