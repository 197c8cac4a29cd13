/** What may be asked of the money itself: in, out, between accounts, frozen by staff. Amounts are units of the asset. */
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
  /** `<chain>/<transaction>/<output>`: one credit each, however often it is seen. */
  reference: word,
  address: optional(word),
  amount,
  /** What came behind the asset's scale and is not credited, as a decimal of the asset. */
  dust: optional(word),
  confirmations: integer,
  /** 1: the chain may still take its block back, and what is credited does not leave before `FinalizeRecharge`. */
  provisional: server(optional(choice(0, 1))),
  /** It stands on one node's word, which is taken up to this value (USDT units of scale 8); absent: no word is missing. */
  aloneUpTo: server(optional(amount)),
  /** It stands on one node's word: so much may, of this coin, that is not final (USDT units of scale 8), with this. */
  aloneCoinUpTo: server(optional(amount)),
  /** The same of all coins together. */
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
  /** What outside the exchange this credit stands for: `bank/<reference>`, for example. */
  reference: word,
  /** Keyed hash of the user's verified name, where a bank's statement has to say the same. */
  name: server(optional(text)),
  /** For a payment that the chain shows and the exchange missed: the number of the user's deposit address. */
  index: optional(id),
  /** Such a payment stands on one node's word, which is taken up to this value (USDT units of scale 8); absent: no word is missing. */
  aloneUpTo: server(optional(amount)),
  /** Nodes of the chain that show such a payment. */
  nodes: server(optional(integer)),
});
export type CreditRecharge = MessageOf<typeof CreditRecharge>;

export const statementWay = choice('in', 'out');
export type StatementWay = ValueOf<typeof statementWay>;
const importedLine = {
  way: statementWay,
  /** As a credit or a payout names it: `bank/<reference>`. */
  reference: word,
  amount,
  /** Keyed hash of whose account it came from or went to. */
  name: text,
};
export type ImportedLine = Readonly<ObjectOf<typeof importedLine>>;
export const ImportStatement = message('ImportStatement', { asset: word, lines: objects(importedLine) });
export type ImportStatement = MessageOf<typeof ImportStatement>;

export const ApplyWithdrawal = message('ApplyWithdrawal', {
  user: id,
  asset: word,
  /** What leaves, fee not included: amount + the asset's withdrawal fee is frozen. */
  amount,
  chain: optional(word),
  address: optional(word),
  /** Id of the user's stored bank card: the journal knows no numbers of cards. */
  card: optional(id),
  /** What the user may apply for on the GMT+8 day of the batch in all, in USDT units of scale 8; without it there is no limit. */
  limit: server(optional(amount)),
  /** Milliseconds for which nobody approves it: the user's own wish, so that there is time to take it back. */
  delay: server(optional(millis)),
  /** Keyed hash of what is known of whose address it is: the journal holds nothing else of it. */
  beneficiary: server(optional(text)),
  /** As it was shown to who applies, who agreed to no other. A repeated request is the same, whatever fee is shown by then. */
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
  /** Under which the chain pays, once. */
  key: word,
});
export type SubmitPayout = MessageOf<typeof SubmitPayout>;

export const FailPayout = message('FailPayout', {
  withdrawal: id,
  key: word,
  /** What proves it. */
  reason: text,
});
export type FailPayout = MessageOf<typeof FailPayout>;

export const PayWithdrawal = message('PayWithdrawal', {
  withdrawal: id,
  /** What it was paid with: pays for one withdrawal, once for ever. */
  reference: word,
  /** Keyed hash of the user's verified name, where a bank's statement has to say the same. */
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
  /** Where it lies; absent: spot. */
  account: optional(choice(...ACCOUNT_KINDS)),
  reason: text,
  /** Of a chain that sends it: the payment that was credited and is gone. */
  reference: optional(word),
});
export type FreezeFunds = MessageOf<typeof FreezeFunds>;

export const UnfreezeFunds = message('UnfreezeFunds', { hold: id, reason: text });
export type UnfreezeFunds = MessageOf<typeof UnfreezeFunds>;

export const FundHouse = message('FundHouse', {
  asset: word,
  amount,
  /** Of the payment: a line of a statement, or a transaction to an address of the house. Absent where staff are not known. */
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
