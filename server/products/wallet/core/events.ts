/** Events of money: deposits, withdrawals, transfers between accounts, freezes by staff. Amounts are units of the asset. */
import { ACCOUNT_KINDS } from '../../../../shared/rules/account-kinds';
import {
  type MessageOf,
  amount,
  choice,
  entries,
  id,
  integer,
  message,
  optional,
  text,
  word,
  millis,
} from '../../../core/messages/message';
import { statementWay } from './commands';

export const FundsTransferred = message('FundsTransferred', {
  transfer: id,
  user: id,
  asset: word,
  from: choice(...ACCOUNT_KINDS),
  to: choice(...ACCOUNT_KINDS),
  amount,
  /** As for withdrawals: this asset covers provisional amounts of other coins that are gone. */
  rule: optional(choice(2)),
  entries,
});
export type FundsTransferred = MessageOf<typeof FundsTransferred>;

export const RechargeTermsSet = message('RechargeTermsSet', {
  asset: word,
  chain: word,
  minimum: amount,
  confirmations: integer,
});
export type RechargeTermsSet = MessageOf<typeof RechargeTermsSet>;

export const DepositAddressAssigned = message('DepositAddressAssigned', {
  user: id,
  chain: word,
  index: id,
  address: text,
});
export type DepositAddressAssigned = MessageOf<typeof DepositAddressAssigned>;

export const RechargeSeen = message('RechargeSeen', {
  recharge: id,
  user: id,
  asset: word,
  chain: word,
  reference: text,
  address: optional(text),
  amount,
  dust: optional(text),
  confirmations: integer,
  /** Confirmations needed for the credit. */
  needed: integer,
  /** 1: it has enough confirmations, but only one node reports it. */
  alone: optional(choice(1)),
});
export type RechargeSeen = MessageOf<typeof RechargeSeen>;

export const RechargeConfirmed = message('RechargeConfirmed', {
  recharge: id,
  user: id,
  confirmations: integer,
  /** 1: it has enough confirmations, but only one node reports it. */
  alone: optional(choice(1)),
});
export type RechargeConfirmed = MessageOf<typeof RechargeConfirmed>;

export const RechargeRetracted = message('RechargeRetracted', { recharge: id, user: id });
export type RechargeRetracted = MessageOf<typeof RechargeRetracted>;

export const RechargeFailed = message('RechargeFailed', {
  recharge: id,
  user: id,
  reason: choice('recharge.below.minimum', 'amount.too.large'),
});
export type RechargeFailed = MessageOf<typeof RechargeFailed>;

export const RechargeCredited = message('RechargeCredited', {
  /** Absent in journals from before recharges had ids. */
  recharge: optional(id),
  user: id,
  asset: word,
  amount,
  reference: text,
  /** 1 while the chain may revert it: it cannot be withdrawn before finality. Absent: cannot be reverted. */
  provisional: optional(choice(1)),
  /** 1: reported by one node only; until it is final it counts towards the maximum of such payments. */
  alone: optional(choice(1)),
  entries,
});
export type RechargeCredited = MessageOf<typeof RechargeCredited>;

export const RechargeFinalized = message('RechargeFinalized', {
  recharge: id,
  user: id,
  asset: word,
  amount,
  reference: text,
});
export type RechargeFinalized = MessageOf<typeof RechargeFinalized>;

export const RechargeReverted = message('RechargeReverted', {
  recharge: id,
  user: id,
  asset: word,
  amount,
  reference: text,
  /** 1: it was reported by one node only, and still counts towards the maximum of such payments. Absent: it does not. */
  alone: optional(choice(1)),
});
export type RechargeReverted = MessageOf<typeof RechargeReverted>;

export const WithdrawalApplied = message('WithdrawalApplied', {
  withdrawal: id,
  user: id,
  asset: word,
  amount,
  fee: amount,
  hold: id,
  chain: optional(word),
  address: optional(text),
  card: optional(id),
  /** Value for limits and reviews, in USDT units of scale 8; absent without a price. */
  value: optional(amount),
  /** The GMT+8 day towards whose limit the value counts. */
  day: optional(integer),
  /** Earliest time of approval: the owner asked for time to cancel withdrawals. */
  notBefore: optional(millis),
  /** Keyed hash of the beneficiary's data. */
  beneficiary: optional(word),
  /**
   * Present if the owner has provisional deposits of other coins that are no longer fully available, so that the rest of this coin covers
   * them. Under rule 2 the covering amount counts at its smallest value. Absent if there is nothing to cover, and in older journals, where
   * it counted at its largest.
   */
  rule: optional(choice(2)),
  entries,
});
export type WithdrawalApplied = MessageOf<typeof WithdrawalApplied>;

export const WithdrawalReviewSet = message('WithdrawalReviewSet', { secondApprovalAbove: amount });
export type WithdrawalReviewSet = MessageOf<typeof WithdrawalReviewSet>;

export const WithdrawalApproved = message('WithdrawalApproved', {
  withdrawal: id,
  user: id,
  /** Staff user id. */
  by: id,
  /** 1: no further approval is needed. */
  complete: choice(0, 1),
  /** Value at that time, USDT units of scale 8; absent without a price, and in older journals. */
  worth: optional(amount),
});
export type WithdrawalApproved = MessageOf<typeof WithdrawalApproved>;

export const PayoutStarted = message('PayoutStarted', { withdrawal: id, user: id });
export type PayoutStarted = MessageOf<typeof PayoutStarted>;

export const PayoutSubmitted = message('PayoutSubmitted', { withdrawal: id, user: id, key: text });
export type PayoutSubmitted = MessageOf<typeof PayoutSubmitted>;

export const PayoutFailed = message('PayoutFailed', { withdrawal: id, user: id, key: text, reason: text });
export type PayoutFailed = MessageOf<typeof PayoutFailed>;

export const RejectionProposed = message('RejectionProposed', { withdrawal: id, user: id, by: id, reason: text });
export type RejectionProposed = MessageOf<typeof RejectionProposed>;

export const WithdrawalPaid = message('WithdrawalPaid', { withdrawal: id, user: id, reference: text, entries });
export type WithdrawalPaid = MessageOf<typeof WithdrawalPaid>;

export const WithdrawalRejected = message('WithdrawalRejected', { withdrawal: id, user: id, reason: text, entries });
export type WithdrawalRejected = MessageOf<typeof WithdrawalRejected>;

export const WithdrawalCancelled = message('WithdrawalCancelled', { withdrawal: id, user: id, entries });
export type WithdrawalCancelled = MessageOf<typeof WithdrawalCancelled>;

export const FundsFrozen = message('FundsFrozen', {
  hold: id,
  user: id,
  asset: word,
  amount,
  /** The account with the funds; absent: spot. */
  account: optional(choice(...ACCOUNT_KINDS)),
  reason: text,
  entries,
});
export type FundsFrozen = MessageOf<typeof FundsFrozen>;

export const FundsUnfrozen = message('FundsUnfrozen', { hold: id, user: id, reason: text, entries });
export type FundsUnfrozen = MessageOf<typeof FundsUnfrozen>;

export const HouseFunded = message('HouseFunded', {
  asset: word,
  amount,
  /** Reference of the payment; absent in older events. */
  reference: optional(text),
  reason: text,
  entries,
});
export type HouseFunded = MessageOf<typeof HouseFunded>;

export const StatementLineRead = message('StatementLineRead', {
  asset: word,
  way: statementWay,
  reference: text,
  amount,
  /** Keyed hash of the name of the other account's owner. */
  name: word,
  /** The staff member who imported it; absent in older events. */
  by: optional(id),
});
export type StatementLineRead = MessageOf<typeof StatementLineRead>;

export type WalletEvent =
  | StatementLineRead
  | FundsTransferred
  | RechargeTermsSet
  | DepositAddressAssigned
  | RechargeSeen
  | RechargeConfirmed
  | RechargeRetracted
  | RechargeFailed
  | RechargeCredited
  | RechargeFinalized
  | RechargeReverted
  | WithdrawalApplied
  | WithdrawalReviewSet
  | WithdrawalApproved
  | PayoutStarted
  | PayoutSubmitted
  | PayoutFailed
  | RejectionProposed
  | WithdrawalPaid
  | WithdrawalRejected
  | WithdrawalCancelled
  | FundsFrozen
  | FundsUnfrozen
  | HouseFunded;

declare module '../../../core/event' {
  interface Events {
    wallet: WalletEvent;
  }
}
