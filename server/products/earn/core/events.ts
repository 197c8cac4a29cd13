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
  /** When it begins to earn, and when it goes back, milliseconds. */
  startsAt: millis,
  expiresAt: millis,
  /** For the whole term; the house has reserved it. */
  income: amount,
  renew: renewal,
  /** The purchase whose principal this is; absent for one that the user made. */
  renews: optional(id),
  entries,
});
export type FinancialBought = MessageOf<typeof FinancialBought>;

export const FinancialEnded = message('FinancialEnded', {
  purchase: id,
  user: id,
  product: word,
  /** It ran its term; was taken back before it earned; was left before its end. */
  end: choice('settled', 'cancelled', 'left'),
  /** When it was due, or asked for. */
  dueAt: millis,
  income: amount,
  /** Why it was not renewed although it was to be: the code of the refusal. */
  notRenewed: optional(word),
  /** Cancellations by rule 2 are bounded by amount and by number a day; by rule 1 (absent) by number alone. */
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
  /** Index prices of both coins, on one scale, that fixed the income. Absent where both are one coin. */
  priceOf: optional(amount),
  priceBy: optional(amount),
  /** When mining begins, and when the principal goes back, milliseconds. */
  startsAt: millis,
  expiresAt: millis,
  /** Units of `incomeAsset` a day. The house has reserved them for the whole term. */
  income: amount,
  /** Gets a rebate; absent: no rebate. */
  inviter: optional(id),
  /** Paid with the purchase, units of `asset`. */
  rebate: optional(amount),
  /** Part of each income, reserved with it. */
  rebatePpb: optional(ppb),
  /** With `rebate`, since it is at most half of the incomes promised. Absent in journals of before: it was a part of the principal. */
  rule: optional(choice(2)),
  entries,
});
export type MiningBought = MessageOf<typeof MiningBought>;

export const MiningPaid = message('MiningPaid', {
  purchase: id,
  user: id,
  product: word,
  /** Which day of the term: 1 … `termDays`. */
  payment: integer,
  /** 01:00 (GMT+8) of that day, however late it is paid. */
  dueAt: millis,
  income: amount,
  /** To who invited them; absent: nobody got one. */
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
  /** With this; 0 where it was paid day by day. */
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
