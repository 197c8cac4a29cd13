/**
 * What happened, in the past tense. Events are the truth: replay folds them and decides nothing again. Amounts are units
 * of the asset, prices ticks, quantities lots, fees already rounded.
 */
import type { AccountKind } from '../../shared/rules/account-kinds';
import type { Actor, CommandType, MarketTerms } from './command';
import type { Entry } from './ledger/entry';
import type { RechargeFailure } from './wallet/recharge';
import type {
  CancelReason,
  Disposition,
  MarketState,
  OrderKind,
  OrderSide,
  SelfTrade,
  TimeInForce,
} from './market/order';

export interface AssetListed {
  type: 'AssetListed';
  asset: string;
  scale: number;
  withdrawalFee: bigint;
  withdrawalMin: bigint;
  fiat?: 1;
}
/** A listed market is closed until staff open it. */
export interface MarketListed extends MarketTerms {
  type: 'MarketListed';
}
export interface MarketStateChanged {
  type: 'MarketStateChanged';
  market: string;
  state: MarketState;
}
export interface MemberRegistered {
  type: 'MemberRegistered';
  user: number;
  /** Names the row of the relational store that this member is; absent from journals of before. */
  registration?: string;
}
export interface MemberVerified {
  type: 'MemberVerified';
  user: number;
}
export interface AccountFrozen {
  type: 'AccountFrozen';
  user: number;
  reason: string;
}
export interface AccountUnfrozen {
  type: 'AccountUnfrozen';
  user: number;
  reason: string;
}
export interface FeeTierAssigned {
  type: 'FeeTierAssigned';
  user: number;
  tier: number;
}
export interface FundsTransferred {
  type: 'FundsTransferred';
  transfer: number;
  user: number;
  asset: string;
  from: AccountKind;
  to: AccountKind;
  amount: bigint;
  entries: Entry[];
}
export interface RechargeTermsSet {
  type: 'RechargeTermsSet';
  asset: string;
  chain: string;
  minimum: bigint;
  confirmations: number;
}
/** From now on and for ever the address is this member's: people write addresses down. */
export interface DepositAddressAssigned {
  type: 'DepositAddressAssigned';
  user: number;
  chain: string;
  index: number;
  address: string;
}
/** A chain shows a payment for the first time, or again after it was retracted: then under the same id. */
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
}
export interface RechargeConfirmed {
  type: 'RechargeConfirmed';
  recharge: number;
  user: number;
  confirmations: number;
}
/** Its block left the chain; it may be seen again. */
export interface RechargeRetracted {
  type: 'RechargeRetracted';
  recharge: number;
  user: number;
}
/** It will never be credited. */
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
  entries: Entry[];
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
}
export interface PayoutStarted {
  type: 'PayoutStarted';
  withdrawal: number;
  user: number;
}
/** One member of staff states that nothing was sent, and why the money should go back; another one must agree. */
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
  reason: string;
  entries: Entry[];
}
/** Accepted, with what it holds. `disposition` is rests, takes or waits. */
export interface OrderPlaced {
  type: 'OrderPlaced';
  order: number;
  user: number;
  market: string;
  side: OrderSide;
  kind: OrderKind;
  timeInForce: TimeInForce;
  selfTrade: SelfTrade;
  price?: number;
  quantity?: number;
  quoteAmount?: bigint;
  trigger?: number;
  disposition: Disposition;
  entries: Entry[];
}
/** The trigger was reached; from here it is a limit or a market order. `disposition` is rests or takes. */
export interface OrderTriggered {
  type: 'OrderTriggered';
  order: number;
  user: number;
  market: string;
  disposition: Disposition;
}
/** What a taker could not trade joins the book: `quantity` lots at `price`. */
export interface OrderRested {
  type: 'OrderRested';
  order: number;
  user: number;
  market: string;
  side: OrderSide;
  price: number;
  quantity: number;
}
export interface TradeExecuted {
  type: 'TradeExecuted';
  trade: number;
  market: string;
  /** The maker's price. */
  price: number;
  quantity: number;
  takerSide: OrderSide;
  makerOrder: number;
  takerOrder: number;
  maker: number;
  taker: number;
  /** Units of what each received: base for the buyer, quote for the seller. */
  makerFee: bigint;
  takerFee: bigint;
  entries: Entry[];
}
/** New totals. `disposition` is keeps (place in the queue unchanged), rests (back of the new level), takes or waits. */
export interface OrderAmended {
  type: 'OrderAmended';
  order: number;
  user: number;
  market: string;
  side: OrderSide;
  price: number;
  quantity: number;
  /** Open lots before and after: what the depth loses and gains. */
  openBefore: number;
  priceBefore: number;
  disposition: Disposition;
  entries: Entry[];
}
/** The order ends with `open` lots unfilled (0 for an order by quote amount), which rested at `price` if `rested` is 1. */
export interface OrderCancelled {
  type: 'OrderCancelled';
  order: number;
  user: number;
  market: string;
  side: OrderSide;
  price: number;
  open: number;
  rested: 0 | 1;
  reason: CancelReason;
  entries: Entry[];
}

export type CoreEvent =
  | AssetListed
  | MarketListed
  | MarketStateChanged
  | MemberRegistered
  | MemberVerified
  | AccountFrozen
  | AccountUnfrozen
  | FeeTierAssigned
  | FundsTransferred
  | RechargeTermsSet
  | DepositAddressAssigned
  | RechargeSeen
  | RechargeConfirmed
  | RechargeRetracted
  | RechargeFailed
  | RechargeCredited
  | WithdrawalApplied
  | WithdrawalReviewSet
  | WithdrawalApproved
  | PayoutStarted
  | RejectionProposed
  | WithdrawalPaid
  | WithdrawalRejected
  | WithdrawalCancelled
  | FundsFrozen
  | FundsUnfrozen
  | HouseFunded
  | OrderPlaced
  | OrderTriggered
  | OrderRested
  | TradeExecuted
  | OrderAmended
  | OrderCancelled;
export type EventType = CoreEvent['type'];
export type EventOf<T extends EventType> = Extract<CoreEvent, { type: T }>;

/** What of a command the journal keeps: enough to recognise it when it comes again, or the batch that caused it. */
export interface CommandNote {
  type: CommandType;
  /** Unique per actor among those remembered; absent on system commands and follow-ups. */
  clientId?: string;
  /** Fingerprint of the payload, 12 hex digits: the same client id with another one is `client.id.reused`. */
  digest?: string;
  /** Follow-ups: position of the batch that made this one due. */
  cause?: number;
}

/** The events of one command: atomic, never empty. */
export interface Batch {
  v: 1;
  /** Position of the first event; the last is `first + events.length − 1`, which names the batch. */
  first: number;
  /** Milliseconds since the epoch, never before the batch ahead. */
  at: number;
  command: CommandNote;
  actor: Actor;
  events: CoreEvent[];
}

/** The position that names a batch: that of its last event. */
export function positionOf(batch: Batch): number {
  return batch.first + batch.events.length - 1;
}
