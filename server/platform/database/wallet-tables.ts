/** Chains as far as they are known here, and what users say of where their money goes, row by row. */
import type { Chain } from '../../../shared/rules/chains';
import type { ChainAlarm } from '../../../shared/products/wallet/chains';
import type { DepositReportState } from '../../../shared/products/wallet/deposit-reports';

/** Amounts are units as decimal text: a coin may have more of them than fit a number. */
export interface DepositAddressRow {
  id: number;
  chain: string;
  userId: number;
  /** Number of the address below the extended public key. */
  addressIndex: number;
  address: string;
  createdAt: number;
}

/** Which network a chain was when it was followed first. */
export interface ChainIdentityRow {
  chain: string;
  identity: string;
  /** Hash of its first block; null until its node has told. */
  origin: string | null;
  /** What else its node said that must stay so, as JSON; null until it has told. */
  facts: string | null;
  /** The newest block that was known to be final: it must still be there. */
  finalHeight: number | null;
  finalHash: string | null;
}

/** The newest block whose payments have been handed over. */
export interface ChainCursorRow {
  chain: string;
  height: number;
  hash: string;
}

/** Hashes of the newest blocks below the cursor: where a chain that was rewritten still agrees. */
export interface ChainBlockRow {
  chain: string;
  height: number;
  hash: string;
}

/** A payment that a block showed. */
export interface ChainPaymentRow {
  /** `<chain>/<transaction>/<output>`. */
  reference: string;
  chain: string;
  height: number;
  userId: number;
  asset: string;
  address: string;
  /** Units of the asset's scale, and what comes behind it as a decimal. */
  amount: string;
  dust: string | null;
  /** As last handed over. */
  confirmations: number;
  /** Confirmations before which it is not told of at all; 0 for all but newly made coins. */
  matures: number;
  /**
   * `open` while its confirmations are told, `credited` until the chain calls its block final, `ended` once it is final or failed,
   * `left` when its block left the chain.
   */
  state: 'open' | 'credited' | 'ended' | 'left';
}

export interface ChainAlarmRow {
  id: number;
  at: number;
  chain: string;
  kind: ChainAlarm['kind'];
  reference: string;
  /** JSON. */
  facts: string;
}

/** A deposit that its user says did not arrive. */
export interface DepositReportRow {
  id: number;
  userId: number;
  chain: string;
  transactionId: string;
  note: string | null;
  state: DepositReportState;
  /** What was found of it when it was looked at last, as JSON. */
  finding: string;
  createdAt: number;
  lookedAt: number;
  /** Of staff who refused it. */
  reason: string | null;
  decidedBy: number | null;
  decidedAt: number | null;
}

export interface SimulatedBlockRow {
  chain: string;
  height: number;
  hash: string;
  parent: string;
}

export interface SimulatedPaymentRow {
  id: number;
  chain: string;
  transactionId: string;
  output: number;
  asset: string;
  address: string;
  amount: string;
  /** Null while it waits for a block. */
  height: number | null;
  /** What it was paid for, once for ever; null for what nobody repeats. */
  origin: string | null;
}

/** Who acts on a withdrawal that is being paid: the payout, or staff who reject it. The first takes it. */
export interface PayoutRow {
  withdrawal: number;
  taken: 'payout' | 'rejection';
  at: number;
}

export interface WithdrawalAddressRow {
  id: number;
  userId: number;
  chain: string;
  address: string;
  /** Null for what an application named, as it could once: nothing goes there before its owner lists it. */
  label: string | null;
  /** When the account named it first: the hold counts from here. */
  namedAt: number;
  /** Whose it is, sealed JSON; null while its owner has not said. */
  sealedBeneficiary: string | null;
  /** When its wallet signed that it is the user's, and what it signed with. */
  provenAt: number | null;
  proof: string | null;
}

/** What was known of whose address it is when coins were withdrawn to it. */
export interface WithdrawalBeneficiaryRow {
  /** Keyed: what the journal has of it. */
  hash: string;
  userId: number;
  /** JSON. */
  sealedBeneficiary: string;
  at: number;
}

/** An application whose proof was spent. */
export interface WithdrawalProofRow {
  userId: number;
  clientId: string;
  /** SHA-256, hex. */
  requestHash: string;
  at: number;
  /** What came of it, for ever; null while nobody knows. */
  withdrawal: number | null;
}

export interface BankAccountRow {
  asset: string;
  bankName: string;
  accountName: string;
  accountNumber: string;
  bankCode: string;
}

/** What the faucet gave a user of a coin on a GMT+8 day, in units. */
export interface FaucetGiftRow {
  userId: number;
  asset: string;
  day: number;
  amount: string;
}

/** How far a follower of the journal has come: up to this batch. */
export interface FollowerRow {
  name: string;
  position: number;
  /** Hash of the batch; null where an older program wrote the row. */
  hash: string | null;
}

export interface WalletTables {
  depositAddresses: DepositAddressRow;
  chainIdentities: ChainIdentityRow;
  chainCursors: ChainCursorRow;
  chainBlocks: ChainBlockRow;
  chainPayments: ChainPaymentRow;
  chainAlarms: ChainAlarmRow;
  simulatedBlocks: SimulatedBlockRow;
  simulatedPayments: SimulatedPaymentRow;
  payouts: PayoutRow;
  withdrawalAddresses: WithdrawalAddressRow;
  withdrawalProofs: WithdrawalProofRow;
  withdrawalBeneficiaries: WithdrawalBeneficiaryRow;
  bankAccounts: BankAccountRow;
  faucetGifts: FaucetGiftRow;
  depositReports: DepositReportRow;
  followers: FollowerRow;
}

/** Addresses are numbered twice: their rows, and below the extended public key of each chain, there from 0. */
export type WalletIdKind =
  'deposit_address' | `address_index/${Chain}` | 'withdrawal_address' | 'simulated_payment' | 'chain_alarm';
