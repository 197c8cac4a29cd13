/** What may be asked of the money itself: in, out, between accounts, frozen by staff. Amounts are units of the asset. */
import type { AccountKind } from '../../../shared/rules/account-kinds';

export interface TransferFunds {
  type: 'TransferFunds';
  user: number;
  asset: string;
  from: AccountKind;
  to: AccountKind;
  amount: bigint;
}
export interface SetRechargeTerms {
  type: 'SetRechargeTerms';
  asset: string;
  chain: string;
  minimum: bigint;
  confirmations: number;
}
export interface ObserveRecharge {
  type: 'ObserveRecharge';
  user: number;
  asset: string;
  chain: string;
  /** `<chain>/<transaction>/<output>`: one credit each, however often it is seen. */
  reference: string;
  address?: string;
  amount: bigint;
  /** What came behind the asset's scale and is not credited, as a decimal of the asset. */
  dust?: string;
  confirmations: number;
  /** 1: the chain may still take its block back, and what is credited does not leave before `FinalizeRecharge`. */
  provisional?: 0 | 1;
  /** It stands on one node's word, which is taken up to this value (USDT units of scale 8); absent: no word is missing. */
  aloneUpTo?: bigint;
  /** It stands on one node's word: so much may, of this coin, that is not final (USDT units of scale 8), with this. */
  aloneCoinUpTo?: bigint;
  /** The same of all coins together. */
  aloneAllUpTo?: bigint;
}
export interface FinalizeRecharge {
  type: 'FinalizeRecharge';
  reference: string;
}
export interface RevertRecharge {
  type: 'RevertRecharge';
  reference: string;
  reason: string;
}
export interface AssignDepositAddress {
  type: 'AssignDepositAddress';
  user: number;
  chain: string;
  index: number;
  address: string;
}
export interface RetractRecharge {
  type: 'RetractRecharge';
  reference: string;
}
export interface CreditRecharge {
  type: 'CreditRecharge';
  user: number;
  asset: string;
  amount: bigint;
  /** What outside the exchange this credit stands for: `bank/<reference>`, for example. */
  reference: string;
  /** Keyed hash of the user's verified name, where a bank's statement has to say the same. */
  name?: string;
}
export type StatementWay = 'in' | 'out';
export interface ImportStatement {
  type: 'ImportStatement';
  asset: string;
  lines: ImportedLine[];
}
export type ImportedLine = Readonly<{
  way: StatementWay;
  /** As a credit or a payout names it: `bank/<reference>`. */
  reference: string;
  amount: bigint;
  /** Keyed hash of whose account it came from or went to. */
  name: string;
}>;
export interface ApplyWithdrawal {
  type: 'ApplyWithdrawal';
  user: number;
  asset: string;
  /** What leaves, fee not included: amount + the asset's withdrawal fee is frozen. */
  amount: bigint;
  chain?: string;
  address?: string;
  /** Id of the user's stored bank card: the journal knows no numbers of cards. */
  card?: number;
  /** What the user may apply for on the GMT+8 day of the batch in all, in USDT units of scale 8; without it there is no limit. */
  limit?: bigint;
  /** As it was shown to whoever applies: at another one they have agreed to nothing. */
  fee?: bigint;
  /** Keyed hash of what is known of whose address it is: the journal holds nothing else of it. */
  beneficiary?: string;
  /** Milliseconds for which nobody approves it: the user's own wish, so that there is time to take it back. */
  delay?: number;
}
export interface SetWithdrawalReview {
  type: 'SetWithdrawalReview';
  secondApprovalAbove: bigint;
}
export interface ApproveWithdrawal {
  type: 'ApproveWithdrawal';
  withdrawal: number;
}
export interface StartPayout {
  type: 'StartPayout';
  withdrawal: number;
}
export interface SubmitPayout {
  type: 'SubmitPayout';
  withdrawal: number;
  /** Under which the chain pays, once. */
  key: string;
}
export interface FailPayout {
  type: 'FailPayout';
  withdrawal: number;
  key: string;
  /** What proves it. */
  reason: string;
}
export interface PayWithdrawal {
  type: 'PayWithdrawal';
  withdrawal: number;
  /** What it was paid with: pays for one withdrawal, once for ever. */
  reference: string;
  /** Keyed hash of the user's verified name, where a bank's statement has to say the same. */
  name?: string;
}
export interface RejectWithdrawal {
  type: 'RejectWithdrawal';
  withdrawal: number;
  reason: string;
}
export interface CancelWithdrawal {
  type: 'CancelWithdrawal';
  user: number;
  withdrawal: number;
}
export interface FreezeFunds {
  type: 'FreezeFunds';
  user: number;
  asset: string;
  amount: bigint;
  /** Where it lies; absent: spot. */
  account?: AccountKind;
  reason: string;
  /** Of a chain that sends it: the payment that was credited and is gone. */
  reference?: string;
}
export interface UnfreezeFunds {
  type: 'UnfreezeFunds';
  hold: number;
  reason: string;
}
export interface FundHouse {
  type: 'FundHouse';
  asset: string;
  amount: bigint;
  /** Of the payment: a line of a statement, or a transaction to an address of the house. Absent where staff are not known. */
  reference?: string;
  reason: string;
}

export type WalletCommand =
  | TransferFunds
  | SetRechargeTerms
  | ObserveRecharge
  | AssignDepositAddress
  | RetractRecharge
  | FinalizeRecharge
  | RevertRecharge
  | CreditRecharge
  | ImportStatement
  | ApplyWithdrawal
  | SetWithdrawalReview
  | ApproveWithdrawal
  | StartPayout
  | SubmitPayout
  | FailPayout
  | PayWithdrawal
  | RejectWithdrawal
  | CancelWithdrawal
  | FreezeFunds
  | UnfreezeFunds
  | FundHouse;
