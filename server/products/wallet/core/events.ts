/** What happens to the money itself: in, out, between accounts, frozen by staff. Amounts are units of the asset. */
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
  /** As that of a withdrawal: what of other coins is neither final nor there is covered by what stays of this one. */
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
  /** At how many confirmations it is credited. */
  needed: integer,
  /** 1 where it lies deep enough, and waits because one node alone tells of it. */
  alone: optional(choice(1)),
});
export type RechargeSeen = MessageOf<typeof RechargeSeen>;

export const RechargeConfirmed = message('RechargeConfirmed', {
  recharge: id,
  user: id,
  confirmations: integer,
  /** 1 where it lies deep enough, and waits because one node alone tells of it. */
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
  /** Absent from journals of the time when recharges had no numbers. */
  recharge: optional(id),
  user: id,
  asset: word,
  amount,
  reference: text,
  /** 1 while its chain may take it back: until it is final it does not leave. Absent: nothing takes it back. */
  provisional: optional(choice(1)),
  /** 1 where one node alone has told of it: until it is final it counts for how much may stand on such a word. */
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
  /** 1 where one node alone had told of it: it counts on for how much may stand on such a word. Absent: nothing does. */
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
  /** What it counts for in limits and reviews, in USDT units of scale 8; absent where nothing priced it. */
  value: optional(amount),
  /** The GMT+8 day on whose limit the value counts. */
  day: optional(integer),
  /** Nobody approves it before: its owner has asked for time to take withdrawals back. */
  notBefore: optional(millis),
  /** Keyed hash of what is known of whose address it is. */
  beneficiary: optional(word),
  /**
   * Named where the owner has deposits of other coins that are not final and no longer available in full, so that what stays of this
   * coin covers them: by rule 2 it counts for the smallest of its values. Absent where there is nothing to cover, and in older
   * journals, where it counted for the largest.
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
  /** The member of staff. */
  by: id,
  /** 1 when nobody else needs to approve it. */
  complete: choice(0, 1),
  /** What it was worth then, USDT units of scale 8; absent where nothing priced it, and in journals of before. */
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
  /** Where it lies; absent: spot. */
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
  /** Of the payment; older ones have none. */
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
  /** Keyed hash of whose account it came from or went to. */
  name: word,
  /** Who of staff brought it in; older ones do not say. */
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
