/**
 * What the exchange asks of a network that coins come and go on. Whoever follows it reads blocks by their height and checks
 * by their hashes that one stands on the other: a network may take its newest blocks back.
 */
import type { Chain } from '../../../shared/rules/chains';

export interface BlockId {
  height: number;
  hash: string;
}

/** One output of a transaction. Within it, `output` names the same payment for ever, in whichever block it lies. */
export interface Payment {
  output: string;
  asset: string;
  address: string;
  /** In the network's own units of the coin. */
  amount: bigint;
  /** Confirmations before which nobody can spend it: newly made coins. Absent: it can be spent at once. */
  matures?: number;
}

export interface SeenPayment extends Payment {
  transaction: string;
}

export interface ChainBlock extends BlockId {
  /** Hash of the block below. */
  parent: string;
  /** To watched addresses alone. */
  payments: SeenPayment[];
}

export interface ChainTransaction {
  /** 1 when it lies in the newest block, 0 while it lies in none. */
  confirmations: number;
  /** Hash of the block that it lies in; null while it lies in none. */
  block: string | null;
  payments: Payment[];
}

/** `amount` in the network's own units, 0 where nothing was sent. */
export interface SentByContracts {
  asset: string;
  amount: bigint;
  /** Who sent the transaction, and each contract that paid, in the way in which the exchange writes addresses. */
  payers: readonly string[];
}

/** What tells a payout of the exchange's from any other payment to the same address. */
export interface PaymentOrigin {
  /** By the block that it lies in: UTC, in milliseconds. */
  minedAt: number;
  /** Whose coins they were, in the way in which the exchange writes addresses; those that the network can name. */
  payers: readonly string[];
}

export interface ChainPort {
  readonly chain: Chain;
  readonly isSimulated: boolean;
  /** Addresses that payouts are paid from; empty where nobody has said which. */
  readonly hotWallets: ReadonlySet<string>;
  /** All others where coins of the exchange lie, deposit addresses apart; null where nobody has said. */
  readonly coldWallets: ReadonlySet<string> | null;
  /** So much earlier than it was made a block may say that it was. */
  readonly blockTimeSlackMs: number;
  /** Which network it is and whose addresses are derived there: what is remembered of one is worth nothing on another. */
  readonly identity: string;
  /** The coins it carries here, each with the digits that the network knows of it. */
  readonly coins: ReadonlyMap<string, number>;
  /**
   * What of its node must stay the same for ever, by name: which network, which contract. Rejects with ChainMismatch when it is not
   * what was configured, with ChainUnavailable while the node has not yet read its chain.
   */
  facts(): Promise<Readonly<Record<string, string>>>;
  /** The newest block that the network will not take back; null while nobody can tell. */
  final(): Promise<BlockId | null>;
  /** The height up to which what lies there may be paid out again; null while nobody can tell. */
  settled(): Promise<number | null>;
  /** Another node of the network that is asked about payments; absent where none is configured. */
  readonly second?: SecondNode;
  /**
   * What lies at these addresses together, behind a block of the caller's where the network still knows what lay there then; null where
   * nobody can ever tell. Rejects with ChainUnavailable while it cannot. Absent where nobody can.
   */
  held?(addresses: readonly string[], behind?: BlockId): Promise<Held | null>;
  tip(): Promise<BlockId>;
  /** Null above the tip. */
  hashAt(height: number): Promise<string | null>;
  /** Null above the tip. What failed on the network is no payment. */
  block(height: number, isWatched: (address: string) => boolean): Promise<ChainBlock | null>;
  /** Null when the network does not know it, or it failed there. */
  transaction(id: string): Promise<ChainTransaction | null>;
  /**
   * What contracts sent this address within a transaction that lies in a block, beside the payments that it shows itself. Null where
   * the node cannot tell. Absent on networks where nothing is sent so.
   */
  sentByContracts?(id: string, address: string): Promise<SentByContracts | null>;
  /** All outputs of a transaction have the same origin: one question tells of each. */
  readonly isPaidAsWhole?: true;
  /** Of an output of a transaction that lies in a block; null when it lies in none, or the network tells nothing of it. */
  originOfPayment(id: string, output: string): Promise<PaymentOrigin | null>;
  /** The deposit address with this number, derived from an extended public key. */
  depositAddress(index: number): string;
  /** The one way in which the exchange writes an address; null when it is none of this network. */
  normalAddress(address: string): string | null;
  /** The same of a transaction's name. */
  normalTransaction(transaction: string): string | null;
  /** What a QR code says, so that a wallet knows what it is for. */
  paymentUri(address: string, asset: string): string;
}

/** By coin, in the network's own units, behind a block. */
export interface Held {
  block: BlockId;
  amounts: ReadonlyMap<string, bigint>;
  /** What a second node says; absent where there is none. */
  others?: ReadonlyMap<string, bigint>;
}

export type SecondNode = Pick<ChainPort, 'transaction' | 'tip'>;

/** What a network shows of the exchange's coins, payment by payment, in its own units: what came up to a block, and all that has left. */
export interface ChainFlows {
  came: readonly SeenPayment[];
  /** Under the key that a payout was paid under; null for what it was not handed as a payout. */
  left: readonly (SeenPayment & { key: string | null })[];
}

/** A network of which everything is known. A real one knows no sum of what came to an address and left it again. */
export interface OpenChain extends ChainPort {
  /** By references: of payments that are asked for, and of those that the exchange says it has paid. */
  flowsUpTo(height: number, asked: ReadonlySet<string>, paid: ReadonlySet<string>): Promise<ChainFlows>;
}

export function isOpenBook(port: ChainPort): port is OpenChain {
  return 'flowsUpTo' in port;
}

export interface PayoutRequest {
  /** Names the payout: what was paid under it is not paid again. */
  key: string;
  asset: string;
  address: string;
  /** In the network's own units. */
  amount: bigint;
}

export interface Paid {
  transaction: string;
  output: string;
}

/** A network that pays by itself. No real one does: whoever has its keys pays, and says with which transaction. */
export interface PayingChain extends ChainPort {
  pay(request: PayoutRequest): Promise<Paid>;
  /** What was paid under this key and may be confirmed, if anything. */
  paidUnder(key: string): Promise<Paid | null>;
  /**
   * What proves that nothing it was handed under this key can ever be confirmed, whatever branch grows: that another transaction
   * has spent the same input, or used the same nonce, deep enough. Null without such a proof: silence and age prove nothing.
   */
  failureOf(key: string): Promise<string | null>;
}

export function isPaying(port: ChainPort): port is PayingChain {
  return 'pay' in port;
}

/** The network does not answer, or not as agreed. Nothing is known; ask again later. */
export class ChainUnavailable extends Error {}

/** The node answers for another network or another contract: nothing that it says is believed until somebody has looked. */
export class ChainMismatch extends ChainUnavailable {
  constructor(
    readonly chain: string,
    /** Of its facts the one that differs, or `origin`, `final`. */
    readonly fact: string,
    readonly expected: string,
    readonly found: string,
  ) {
    super(`${chain}: the node is another one than before or than configured: ${fact} is ${found}, not ${expected}`);
  }
}

/** What one payment is called for ever, in the journal and everywhere else. */
export function referenceOf(chain: string, transaction: string, output: string): string {
  return `${chain}/${transaction}/${output}`;
}
