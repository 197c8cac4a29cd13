/** What happens to the money itself: in, out, between accounts, frozen by staff. Amounts are units of the asset. */
import type { AccountKind } from '../../../shared/rules/account-kinds';
import type { Entry } from '../ledger/entry';
import type { StatementWay } from './commands';
import type { RechargeFailure } from './recharge';

export interface FundsTransferred {
  type: 'FundsTransferred';
  transfer: number;
  user: number;
  asset: string;
  from: AccountKind;
  to: AccountKind;
  amount: bigint;
  /** As that of a withdrawal: what of other coins is neither final nor there is covered by what stays of this one. */
  rule?: 2;
  entries: Entry[];
}
export interface RechargeTermsSet {
  type: 'RechargeTermsSet';
  asset: string;
  chain: string;
  minimum: bigint;
  confirmations: number;
}
export interface DepositAddressAssigned {
  type: 'DepositAddressAssigned';
  user: number;
  chain: string;
  index: number;
  address: string;
}
export interface RechargeSeen {
  type: 'RechargeSeen';
  recharge: number;
  user: number;
  asset: string;
  chain: string;
  reference: string;
  address?: string;
  amount: bigint;
  dust?: string;
  confirmations: number;
  /** At how many confirmations it is credited. */
  needed: number;
  /** 1 where it lies deep enough, and waits because one node alone tells of it. */
  alone?: 1;
}
export interface RechargeConfirmed {
  type: 'RechargeConfirmed';
  recharge: number;
  user: number;
  confirmations: number;
  /** 1 where it lies deep enough, and waits because one node alone tells of it. */
  alone?: 1;
}
export interface RechargeRetracted {
  type: 'RechargeRetracted';
  recharge: number;
  user: number;
}
export interface RechargeFailed {
  type: 'RechargeFailed';
  recharge: number;
  user: number;
  reason: RechargeFailure;
}
export interface RechargeCredited {
  type: 'RechargeCredited';
  /** Absent from journals of the time when recharges had no numbers. */
  recharge?: number;
  user: number;
  asset: string;
  amount: bigint;
  reference: string;
  /** 1 while its chain may take it back: until it is final it does not leave. Absent: nothing takes it back. */
  provisional?: 1;
  /** 1 where one node alone has told of it: until it is final it counts for how much may stand on such a word. */
  alone?: 1;
  entries: Entry[];
}
export interface RechargeFinalized {
  type: 'RechargeFinalized';
  recharge: number;
  user: number;
  asset: string;
  amount: bigint;
  reference: string;
}
export interface RechargeReverted {
  type: 'RechargeReverted';
  recharge: number;
  user: number;
  asset: string;
  amount: bigint;
  reference: string;
  /** 1 where one node alone had told of it: it counts on for how much may stand on such a word. Absent: nothing does. */
  alone?: 1;
}
export interface WithdrawalApplied {
  type: 'WithdrawalApplied';
  withdrawal: number;
  user: number;
  asset: string;
  amount: bigint;
  fee: bigint;
  hold: number;
  chain?: string;
  address?: string;
  card?: number;
  /** What it counts for in limits and reviews, in USDT units of scale 8; absent where nothing priced it. */
  value?: bigint;
  /** The GMT+8 day on whose limit the value counts. */
  day?: number;
  /** Nobody approves it before: its owner has asked for time to take withdrawals back. */
  notBefore?: number;
  /** Keyed hash of what is known of whose address it is. */
  beneficiary?: string;
  /**
   * Named where the owner has deposits of other coins that are not final and no longer available in full, so that what stays of this
   * coin covers them: by rule 2 it counts for the smallest of its values. Absent where there is nothing to cover, and in older
   * journals, where it counted for the largest.
   */
  rule?: 2;
  entries: Entry[];
}
export interface WithdrawalReviewSet {
  type: 'WithdrawalReviewSet';
  secondApprovalAbove: bigint;
}
export interface WithdrawalApproved {
  type: 'WithdrawalApproved';
  withdrawal: number;
  user: number;
  /** The member of staff. */
  by: number;
  /** 1 when nobody else needs to approve it. */
  complete: 0 | 1;
  /** What it was worth then, USDT units of scale 8; absent where nothing priced it, and in journals of before. */
  worth?: bigint;
}
export interface PayoutStarted {
  type: 'PayoutStarted';
  withdrawal: number;
  user: number;
}
export interface PayoutSubmitted {
  type: 'PayoutSubmitted';
  withdrawal: number;
  user: number;
  key: string;
}
export interface PayoutFailed {
  type: 'PayoutFailed';
  withdrawal: number;
  user: number;
  key: string;
  reason: string;
}
export interface RejectionProposed {
  type: 'RejectionProposed';
  withdrawal: number;
  user: number;
  by: number;
  reason: string;
}
export interface WithdrawalPaid {
  type: 'WithdrawalPaid';
  withdrawal: number;
  user: number;
  reference: string;
  entries: Entry[];
}
export interface WithdrawalRejected {
  type: 'WithdrawalRejected';
  withdrawal: number;
  user: number;
  reason: string;
  entries: Entry[];
}
export interface WithdrawalCancelled {
  type: 'WithdrawalCancelled';
  withdrawal: number;
  user: number;
  entries: Entry[];
}
export interface FundsFrozen {
  type: 'FundsFrozen';
  hold: number;
  user: number;
  asset: string;
  amount: bigint;
  /** Where it lies; absent: spot. */
  account?: AccountKind;
  reason: string;
  entries: Entry[];
}
export interface FundsUnfrozen {
  type: 'FundsUnfrozen';
  hold: number;
  user: number;
  reason: string;
  entries: Entry[];
}
export interface HouseFunded {
  type: 'HouseFunded';
  asset: string;
  amount: bigint;
  /** Of the payment; older ones have none. */
  reference?: string;
  reason: string;
  entries: Entry[];
}

export interface StatementLineRead {
  type: 'StatementLineRead';
  asset: string;
  way: StatementWay;
  reference: string;
  amount: bigint;
  /** Keyed hash of whose account it came from or went to. */
  name: string;
  /** Who of staff brought it in; older ones do not say. */
  by?: number;
}

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
