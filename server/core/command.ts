/**
 * What the outside may ask of the core. Prices are integer ticks, quantities integer lots, amounts units of the asset's
 * scale; the edge converts. A user's command names its user; the actor says who sent it.
 */
import type { AccountKind } from '../../shared/rules/account-kinds';
import type { MarketState, OrderKind, OrderSide, SelfTrade, TimeInForce } from './market/order';

/** `user/10000001`, `admin/10000002` or `system`: who caused a batch, as the journal writes it. */
export type Actor = `user/${number}` | `admin/${number}` | 'system';

/** The user id behind an actor, null for the system. */
export function actorId(actor: Actor): number | null {
  return actor === 'system' ? null : Number(actor.slice(actor.indexOf('/') + 1));
}

export interface ListAsset {
  type: 'ListAsset';
  asset: string;
  /** Digits behind the point of the smallest unit, 0 … 18. */
  scale: number;
  withdrawalFee: bigint;
  withdrawalMin: bigint;
  /** Legal currency; absent for a coin. */
  fiat?: 1;
}

/** Terms of a spot market. Fees are ppb by fee tier, index 0 for a new member; the last one serves every higher tier. */
export interface MarketTerms {
  market: string;
  base: string;
  quote: string;
  /** Price step and quantity step as canonical decimals, for example `0.01`. */
  tick: string;
  lot: string;
  quantityMin: number;
  quantityMax: number;
  notionalMin: bigint;
  priceLowest: number;
  priceHighest: number;
  makerFeesPpb: number[];
  takerFeesPpb: number[];
  openOrdersMax: number;
  /** Stands for the last price before the first trade, in ticks. */
  referencePrice: number;
  bandPpb: number;
}
export interface ListMarket extends MarketTerms {
  type: 'ListMarket';
}
export interface SetMarketState {
  type: 'SetMarketState';
  market: string;
  state: MarketState;
}

/** The row of the relational store comes first; this makes its user known here, once. */
export interface RegisterMember {
  type: 'RegisterMember';
  user: number;
  /** Names the row: what came before and names another one belongs to somebody else. */
  registration?: string;
}
export interface VerifyMember {
  type: 'VerifyMember';
  user: number;
}
export interface FreezeAccount {
  type: 'FreezeAccount';
  user: number;
  reason: string;
}
export interface UnfreezeAccount {
  type: 'UnfreezeAccount';
  user: number;
  reason: string;
}
export interface AssignFeeTier {
  type: 'AssignFeeTier';
  user: number;
  tier: number;
}

/** From one of a user's accounts to another; the asset stays what it is. */
export interface TransferFunds {
  type: 'TransferFunds';
  user: number;
  asset: string;
  from: AccountKind;
  to: AccountKind;
  amount: bigint;
}

/** What a chain must bring of a coin to be credited: the least amount (equal counts), and how deep it must lie. */
export interface SetRechargeTerms {
  type: 'SetRechargeTerms';
  asset: string;
  chain: string;
  minimum: bigint;
  confirmations: number;
}
/** A chain shows a payment to a user's address, as often as something about it changes. */
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
}
/** The number of a member's own address on a chain, below the exchange's key there, before anybody is shown it. */
export interface AssignDepositAddress {
  type: 'AssignDepositAddress';
  user: number;
  chain: string;
  index: number;
  address: string;
}
/** The block that held the payment left the chain. */
export interface RetractRecharge {
  type: 'RetractRecharge';
  reference: string;
}
/** Staff credit what no chain brings: a bank transfer, or a coin without a chain. The system alone, for the demo, any coin. */
export interface CreditRecharge {
  type: 'CreditRecharge';
  user: number;
  asset: string;
  amount: bigint;
  /** What outside the exchange this credit stands for: `bank/<reference>`, for example. */
  reference: string;
}

/** A coin goes to an address on a chain, legal currency to a bank card. */
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
  /** What the user may apply for on `day` in all, in USDT units of scale 8; without it there is no limit. */
  limit?: bigint;
  /** Whole GMT+8 days since the epoch. */
  day?: number;
}
/** Up to which value (USDT units of scale 8) one member of staff approves a withdrawal alone. */
export interface SetWithdrawalReview {
  type: 'SetWithdrawalReview';
  secondApprovalAbove: bigint;
}
export interface ApproveWithdrawal {
  type: 'ApproveWithdrawal';
  withdrawal: number;
}
/** From here on something may have been sent. */
export interface StartPayout {
  type: 'StartPayout';
  withdrawal: number;
}
export interface PayWithdrawal {
  type: 'PayWithdrawal';
  withdrawal: number;
  /** What it was paid with: pays for one withdrawal, once for ever. */
  reference: string;
}
/** Who rejects what is approved or being paid states that nothing was sent; a second person must state the same. */
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
  reason: string;
}

export interface PlaceOrder {
  type: 'PlaceOrder';
  user: number;
  market: string;
  side: OrderSide;
  kind: OrderKind;
  timeInForce: TimeInForce;
  selfTrade: SelfTrade;
  /** Limit price in ticks: limit and stop_limit only. */
  price?: number;
  /** Lots; absent exactly when `quoteAmount` is given. */
  quantity?: number;
  /** Quote units to spend: market buy (optional) and stop_market buy (required). */
  quoteAmount?: bigint;
  /** Trigger price in ticks: stop_limit and stop_market only. */
  trigger?: number;
}
export interface AmendOrder {
  type: 'AmendOrder';
  user: number;
  order: number;
  /** New totals: quantity = filled + open. What is absent stays as it is; at least one is present. */
  price?: number;
  quantity?: number;
}
export interface CancelOrder {
  type: 'CancelOrder';
  user: number;
  order: number;
}
export interface CancelAllOrders {
  type: 'CancelAllOrders';
  user: number;
  market: string;
}
/** A follow-up: a trigger was reached. Never from outside. */
export interface TriggerOrder {
  type: 'TriggerOrder';
  order: number;
}
/** A follow-up: the account is frozen and has open orders. Ends as many of them as a batch may hold, oldest first. */
export interface EndFrozenOrders {
  type: 'EndFrozenOrders';
  user: number;
}

export type StaffCommand =
  | ListAsset
  | ListMarket
  | SetMarketState
  | VerifyMember
  | FreezeAccount
  | UnfreezeAccount
  | AssignFeeTier
  | SetRechargeTerms
  | CreditRecharge
  | SetWithdrawalReview
  | ApproveWithdrawal
  | StartPayout
  | PayWithdrawal
  | RejectWithdrawal
  | FreezeFunds
  | UnfreezeFunds
  | FundHouse;
export type UserCommand =
  TransferFunds | ApplyWithdrawal | CancelWithdrawal | PlaceOrder | AmendOrder | CancelOrder | CancelAllOrders;
export type SystemCommand = RegisterMember | AssignDepositAddress | ObserveRecharge | RetractRecharge;
export type FollowUp = TriggerOrder | EndFrozenOrders;
export type Command = StaffCommand | UserCommand | SystemCommand | FollowUp;
export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;
