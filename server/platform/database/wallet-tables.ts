/** Followed chains, and users' destinations of money, row by row. */
import type { Chain } from '../../../shared/rules/chains';
import type { ChainAlarm } from '../../../shared/products/wallet/chains';
import type { DepositReportState } from '../../../shared/products/wallet/deposit-reports';

/** Amounts are units as decimal text, because they may exceed a number. */
export interface DepositAddressRow {
  id: number;
  chain: string;
  userId: number;
  /** Index of the address below the extended public key. */
  addressIndex: number;
  address: string;
  createdAt: number;
}

/** Identity of a chain's network when it was first followed. */
export interface ChainIdentityRow {
  chain: string;
  identity: string;
  /** Hash of its first block; null before the node's first answer. */
  origin: string | null;
  /** Further facts of the chain's node that must not change, as JSON; null before the first answer. */
  facts: string | null;
  /** The newest block known to be final; it must still exist. */
  finalHeight: number | null;
  finalHash: string | null;
}

/** The newest block whose payments have been submitted. */
export interface ChainCursorRow {
  chain: string;
  height: number;
  hash: string;
}

/** Hashes of the newest blocks below the cursor, to find the fork point after a reorganisation. */
export interface ChainBlockRow {
  chain: string;
  height: number;
  hash: string;
}

/** A payment seen in a block. */
export interface ChainPaymentRow {
  /** `<chain>/<transaction>/<output>`. */
  reference: string;
  chain: string;
  height: number;
  userId: number;
  asset: string;
  address: string;
  /** Units of the asset's scale, and the remainder as a decimal. */
  amount: string;
  dust: string | null;
  /** As last submitted. */
  confirmations: number;
  /** Confirmations before it is submitted at all; 0 except for newly mined coins. */
  matures: number;
  /**
   * `open` while its confirmations are submitted, `credited` until the chain reports its block as final, `ended` once
   * it is final or failed, `left` if its block left the chain.
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

/** A deposit that its user reports as missing. */
export interface DepositReportRow {
  id: number;
  userId: number;
  chain: string;
  transactionId: string;
  note: string | null;
  state: DepositReportState;
  /** The last finding about it, as JSON. */
  finding: string;
  createdAt: number;
  lookedAt: number;
  /** The reason staff gave for the refusal. */
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
  /** Permanent idempotency key of the payment; null if the writer never retries. */
  origin: string | null;
}

/** The exclusive claim on a withdrawal that is being paid: by the payout, or by staff who reject it. The first claim wins. */
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
  /** Null for an address first named in a withdrawal request, as was once possible: it must be listed before use. */
  label: string | null;
  /** Time when the account first named it; the hold counts from here. */
  namedAt: number;
  /** The owner, sealed JSON; null until the user declares it. */
  sealedBeneficiary: string | null;
  /** Time and signature of the wallet's proof of ownership. */
  provenAt: number | null;
  proof: string | null;
}

/** The declared owner of the destination at the time of a withdrawal. */
export interface WithdrawalBeneficiaryRow {
  /** Keyed hash, as in the journal. */
  hash: string;
  userId: number;
  /** JSON. */
  sealedBeneficiary: string;
  at: number;
}

/** A withdrawal request whose proof was spent. */
export interface WithdrawalProofRow {
  userId: number;
  clientId: string;
  /** SHA-256, hex. */
  requestHash: string;
  at: number;
  /** The resulting withdrawal, permanent; null while unknown. */
  withdrawal: number | null;
}

export interface BankAccountRow {
  asset: string;
  bankName: string;
  accountName: string;
  accountNumber: string;
  bankCode: string;
}

/** Units of a coin that the faucet gave a user on a GMT+8 day. */
export interface FaucetGiftRow {
  userId: number;
  asset: string;
  day: number;
  amount: string;
}

/** Progress of a follower of the journal: the last processed batch. */
export interface FollowerRow {
  name: string;
  position: number;
  /** Hash of the batch; null in rows of older programs. */
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

/** Addresses have two numbers: the row id, and from 0 the index below each chain's extended public key. */
export type WalletIdKind =
  'deposit_address' | `address_index/${Chain}` | 'withdrawal_address' | 'simulated_payment' | 'chain_alarm';
