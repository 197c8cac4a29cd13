/** Commands about money: deposits, withdrawals, transfers between accounts, freezes by staff. Amounts are units of the asset. */
import { ACCOUNT_KINDS } from '../../../../shared/rules/account-kinds';
import {
  amount,
  choice,
  id,
  integer,
  message,
  type MessageOf,
  type ObjectOf,
  objects,
  optional,
  server,
  text,
  type ValueOf,
  word,
  millis,
} from '../../../core/messages/message';

export const TransferFunds = message('TransferFunds', {
  user: id,
  asset: word,
  from: choice(...ACCOUNT_KINDS),
  to: choice(...ACCOUNT_KINDS),
  amount,
});
export type TransferFunds = MessageOf<typeof TransferFunds>;

export const SetRechargeTerms = message('SetRechargeTerms', {
  asset: word,
  chain: word,
  minimum: amount,
  confirmations: integer,
});
export type SetRechargeTerms = MessageOf<typeof SetRechargeTerms>;

export const ObserveRecharge = message('ObserveRecharge', {
  user: id,
  asset: word,
  chain: word,
  /** `<chain>/<transaction>/<output>`: credited once, however often it is seen. */
  reference: word,
  address: optional(word),
  amount,
  /** Uncredited remainder below the asset's scale, as a decimal of the asset. */
  dust: optional(word),
  confirmations: integer,
  /** 1: the chain may still revert the block, and the credited amount cannot leave before `FinalizeRecharge`. */
  provisional: server(optional(choice(0, 1))),
  /** Reported by one node only, accepted up to this value (USDT units of scale 8); absent: no report is missing. */
  aloneUpTo: server(optional(amount)),
  /** Reported by one node only: maximum sum of such provisional payments of this coin, this one included (USDT units of scale 8). */
  aloneCoinUpTo: server(optional(amount)),
  /** The same for all coins together. */
  aloneAllUpTo: server(optional(amount)),
});
export type ObserveRecharge = MessageOf<typeof ObserveRecharge>;

export const FinalizeRecharge = message('FinalizeRecharge', { reference: word });
export type FinalizeRecharge = MessageOf<typeof FinalizeRecharge>;

export const RevertRecharge = message('RevertRecharge', { reference: word, reason: text });
export type RevertRecharge = MessageOf<typeof RevertRecharge>;

export const AssignDepositAddress = message('AssignDepositAddress', {
  user: id,
  chain: word,
  index: id,
  address: word,
});
export type AssignDepositAddress = MessageOf<typeof AssignDepositAddress>;

export const RetractRecharge = message('RetractRecharge', { reference: word });
export type RetractRecharge = MessageOf<typeof RetractRecharge>;

export const CreditRecharge = message('CreditRecharge', {
  user: id,
  asset: word,
  amount,
  /** Reference of the external payment, for example `bank/<reference>`. */
  reference: word,
  /** Keyed hash of the user's verified name, which the bank statement must contain. */
  name: server(optional(text)),
  /** For a payment that the chain shows and the exchange missed: index of the user's deposit address. */
  index: optional(id),
  /** Reported by one node only, accepted up to this value (USDT units of scale 8); absent: no report is missing. */
  aloneUpTo: server(optional(amount)),
  /** Number of nodes of the chain that show such a payment. */
  nodes: server(optional(integer)),
});
export type CreditRecharge = MessageOf<typeof CreditRecharge>;

export const statementWay = choice('in', 'out');
export type StatementWay = ValueOf<typeof statementWay>;
const importedLine = {
  way: statementWay,
  /** Same as in a credit or payout: `bank/<reference>`. */
  reference: word,
  amount,
  /** Keyed hash of the name of the other account's owner. */
  name: text,
};
export type ImportedLine = Readonly<ObjectOf<typeof importedLine>>;
export const ImportStatement = message('ImportStatement', { asset: word, lines: objects(importedLine) });
export type ImportStatement = MessageOf<typeof ImportStatement>;

export const ApplyWithdrawal = message('ApplyWithdrawal', {
  user: id,
  asset: word,
  /** Amount sent, fee not included: amount + the asset's withdrawal fee is frozen. */
  amount,
  chain: optional(word),
  address: optional(word),
  /** Id of the user's stored bank card; the journal contains no card numbers. */
  card: optional(id),
  /** Maximum value of the user's applications on the GMT+8 day of the batch, in USDT units of scale 8; absent: no limit. */
  limit: server(optional(amount)),
  /** Milliseconds before the earliest approval, chosen by the user as time to cancel. */
  delay: server(optional(millis)),
  /** Keyed hash of the beneficiary's data; the journal contains nothing else about it. */
  beneficiary: server(optional(text)),
  /** The fee shown to and accepted by the user. Part of no fingerprint: a retry is the same at any fee. */
  fee: server(optional(amount)),
});
export type ApplyWithdrawal = MessageOf<typeof ApplyWithdrawal>;

export const SetWithdrawalReview = message('SetWithdrawalReview', { secondApprovalAbove: amount });
export type SetWithdrawalReview = MessageOf<typeof SetWithdrawalReview>;

export const ApproveWithdrawal = message('ApproveWithdrawal', { withdrawal: id });
export type ApproveWithdrawal = MessageOf<typeof ApproveWithdrawal>;

export const StartPayout = message('StartPayout', { withdrawal: id });
export type StartPayout = MessageOf<typeof StartPayout>;

export const SubmitPayout = message('SubmitPayout', {
  withdrawal: id,
  /** Permanent payment key: the chain pays once per key. */
  key: word,
});
export type SubmitPayout = MessageOf<typeof SubmitPayout>;

export const FailPayout = message('FailPayout', {
  withdrawal: id,
  key: word,
  /** Keyed hash of the text that proves it. */
  reason: text,
});
export type FailPayout = MessageOf<typeof FailPayout>;

export const PayWithdrawal = message('PayWithdrawal', {
  withdrawal: id,
  /** Reference of the payment; it pays for one withdrawal only, forever. */
  reference: word,
  /** Keyed hash of the user's verified name, which the bank statement must contain. */
  name: server(optional(text)),
});
export type PayWithdrawal = MessageOf<typeof PayWithdrawal>;

export const RejectWithdrawal = message('RejectWithdrawal', { withdrawal: id, reason: text });
export type RejectWithdrawal = MessageOf<typeof RejectWithdrawal>;

export const CancelWithdrawal = message('CancelWithdrawal', { user: id, withdrawal: id });
export type CancelWithdrawal = MessageOf<typeof CancelWithdrawal>;

export const FreezeFunds = message('FreezeFunds', {
  user: id,
  asset: word,
  amount,
  /** The account with the funds; absent: spot. */
  account: optional(choice(...ACCOUNT_KINDS)),
  reason: text,
  /** Only from a chain: the credited payment that was reverted. */
  reference: optional(word),
});
export type FreezeFunds = MessageOf<typeof FreezeFunds>;

export const UnfreezeFunds = message('UnfreezeFunds', { hold: id, reason: text });
export type UnfreezeFunds = MessageOf<typeof UnfreezeFunds>;

export const FundHouse = message('FundHouse', {
  asset: word,
  amount,
  /** Reference of the payment: a line of a statement, or a transaction to an address of the house. Absent if the core knows no staff. */
  reference: optional(word),
  reason: text,
});
export type FundHouse = MessageOf<typeof FundHouse>;

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

declare module '../../../core/command' {
  interface Commands {
    wallet: WalletCommand;
  }
  interface StaffCommands {
    wallet: Exclude<
      WalletCommand,
      | TransferFunds
      | AssignDepositAddress
      | ObserveRecharge
      | RetractRecharge
      | FinalizeRecharge
      | RevertRecharge
      | ApplyWithdrawal
      | SubmitPayout
      | FailPayout
      | CancelWithdrawal
    >;
  }
}
