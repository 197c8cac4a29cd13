/**
 * Port to a blockchain. Followers read blocks by height and check by hash that each block extends the previous one, because a network may
 * reorganise its newest blocks.
 */
import type { Chain } from '../../../shared/rules/chains';

export interface BlockId {
  height: number;
  hash: string;
}

/** One output of a transaction. `output` permanently identifies the payment within it, in any block. */
export interface Payment {
  output: string;
  asset: string;
  address: string;
  /** In the network's own units of the coin. */
  amount: bigint;
  /** Confirmations before the coins can be spent: newly mined ones. Absent: spendable at once. */
  matures?: number;
}

export interface SeenPayment extends Payment {
  transaction: string;
}

export interface ChainBlock extends BlockId {
  /** Hash of the previous block. */
  parent: string;
  /** Payments to watched addresses only. */
  payments: SeenPayment[];
}

export interface ChainTransaction {
  /** 1 in the newest block, 0 while unconfirmed. */
  confirmations: number;
  /** Hash of its block; null while unconfirmed. */
  block: string | null;
  payments: Payment[];
}

/** `amount` in the network's own units; 0 if nothing was sent. */
export interface SentByContracts {
  asset: string;
  amount: bigint;
  /** The sender and every paying contract, as normalised addresses. */
  payers: readonly string[];
}

/** Distinguishes a payout of the exchange from other payments to the same address. */
export interface PaymentOrigin {
  /** Timestamp of its block, UTC, in milliseconds. */
  minedAt: number;
  /** Owners of the spent coins, as normalised addresses, as far as the network names them. */
  payers: readonly string[];
}

export interface ChainPort {
  readonly chain: Chain;
  readonly isSimulated: boolean;
  /** Addresses from which payouts are paid; empty if not configured. */
  readonly hotWallets: ReadonlySet<string>;
  /** All other addresses with coins of the exchange, except deposit addresses; null if not configured. */
  readonly coldWallets: ReadonlySet<string> | null;
  /** Maximum in ms by which a block's timestamp may precede its creation. */
  readonly blockTimeSlackMs: number;
  /** Identifies the network and the key from which addresses are derived: stored data of one is invalid for another. */
  readonly identity: string;
  /** The supported coins, each with its decimals on the network. */
  readonly coins: ReadonlyMap<string, number>;
  /**
   * Permanent facts of its node by name, such as network and contract. Rejects with ChainMismatch if they differ from
   * the configuration, with ChainUnavailable while the node is still syncing.
   */
  facts(): Promise<Readonly<Record<string, string>>>;
  /** The newest block that the network cannot revert; null while unknown. */
  final(): Promise<BlockId | null>;
  /** Maximum height of coins that may be paid out again; null while unknown. */
  settled(): Promise<number | null>;
  /** A second node of the network that confirms payments; absent if not configured. */
  readonly second?: SecondNode;
  /**
   * Total holdings of these addresses, at the caller's block if the network still knows the holdings then; null if they
   * can never be determined. Rejects with ChainUnavailable while they cannot. Absent for networks without this query.
   */
  held?(addresses: readonly string[], atBlock?: BlockId): Promise<ChainHoldings | null>;
  tip(): Promise<BlockId>;
  /** Null above the tip. */
  hashAt(height: number): Promise<string | null>;
  /** Null above the tip. Failed transactions contain no payments. */
  block(height: number, isWatched: (address: string) => boolean): Promise<ChainBlock | null>;
  /** Null if the network does not know it, or it failed there. */
  transaction(id: string): Promise<ChainTransaction | null>;
  /**
   * Coins that contracts sent to this address within a mined transaction, beside the payments that the transaction
   * itself shows. Null if the node cannot tell. Absent for networks without such transfers.
   */
  sentByContracts?(id: string, address: string): Promise<SentByContracts | null>;
  /** All outputs of a transaction have the same origin, so one query answers for all. */
  readonly isPaidAsWhole?: true;
  /** Origin of a mined output; null if the transaction is not in a block or the network gives no information. */
  originOfPayment(id: string, output: string): Promise<PaymentOrigin | null>;
  /** The deposit address with this index, derived from an extended public key. */
  depositAddress(index: number): string;
  /** The exchange's canonical spelling of an address; null if it is invalid on this network. */
  normalAddress(address: string): string | null;
  /** The same for a transaction id. */
  normalTransaction(transaction: string): string | null;
  /** The content of a QR code, in the wallets' URI format. */
  paymentUri(address: string, asset: string): string;
}

/** Holdings by coin in the network's own units, at a block. */
export interface ChainHoldings {
  block: BlockId;
  amounts: ReadonlyMap<string, bigint>;
  /** The second node's figures; absent without a second node. */
  others?: ReadonlyMap<string, bigint>;
}

export type SecondNode = Pick<ChainPort, 'transaction' | 'tip'>;

/** The exchange's payments on a network in its own units: incoming up to a block, and all outgoing. */
export interface ChainFlows {
  incoming: readonly SeenPayment[];
  /** With the key of its payout; null if it was not submitted as a payout. */
  outgoing: readonly (SeenPayment & { key: string | null })[];
}

/** A network with complete data. A real one has no total of what came to an address and left it again. */
export interface ChainWithFlows extends ChainPort {
  /** Flows by reference: of requested payments, and of those that the exchange reports as paid. */
  flowsUpTo(
    height: number,
    requestedReferences: ReadonlySet<string>,
    paidReferences: ReadonlySet<string>,
  ): Promise<ChainFlows>;
}

export function hasFlows(port: ChainPort): port is ChainWithFlows {
  return 'flowsUpTo' in port;
}

export interface PayoutRequest {
  /** Identifies the payout: one key is paid once. */
  key: string;
  asset: string;
  address: string;
  /** In the network's own units. */
  amount: bigint;
}

export interface PaidOutput {
  transaction: string;
  output: string;
}

/** A network that pays by itself. Real ones do not: the holder of the keys pays and reports the transaction. */
export interface PayingChain extends ChainPort {
  pay(request: PayoutRequest): Promise<PaidOutput>;
  /** The payment under this key that may be confirmed, if any. */
  paymentWithKey(key: string): Promise<PaidOutput | null>;
  /**
   * Proof that nothing submitted under this key can ever be confirmed on any branch: another transaction has spent the
   * same input, or used the same nonce, deep enough. Null without such a proof: silence and age prove nothing.
   */
  failureOf(key: string): Promise<string | null>;
}

export function isPaying(port: ChainPort): port is PayingChain {
  return 'pay' in port;
}

/** The network does not answer, or not as specified. Nothing is known; retry later. */
export class ChainUnavailable extends Error {}

/** The node serves another network or contract: its answers are not used until an operator has checked. */
export class ChainMismatch extends ChainUnavailable {
  constructor(
    readonly chain: string,
    /** The differing fact, or `origin`, `final`. */
    readonly fact: string,
    readonly expected: string,
    readonly found: string,
  ) {
    super(`${chain}: the node is another one than before or than configured: ${fact} is ${found}, not ${expected}`);
  }
}

/** The permanent reference of a payment, in the journal and everywhere else. */
export function referenceOf(chain: string, transaction: string, output: string): string {
  return `${chain}/${transaction}/${output}`;
}
