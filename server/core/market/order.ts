/** Words of an order, shared by commands, events, state and the API. */
import type { Actor } from '../actor';
import type { Hold } from '../ledger/hold';
import { choice, type ObjectOf, type ValueOf } from '../messages/message';

export const orderSide = choice('buy', 'sell');
export type OrderSide = ValueOf<typeof orderSide>;
export const orderKind = choice('limit', 'market', 'stop_limit', 'stop_market');
export type OrderKind = ValueOf<typeof orderKind>;
/** post_only is good till cancelled and rejected if it would take. Market orders are ioc or fok. */
const timeInForce = choice('gtc', 'ioc', 'fok', 'post_only');
/** Self-trade prevention: which order is cancelled if a taker meets its owner's resting order. */
const selfTrade = choice('cancel_taker', 'cancel_maker', 'cancel_both');
/** Terms of an order beside price and quantity, in the order of the stored fields. */
export const orderTerms = { kind: orderKind, timeInForce, selfTrade };
export type OrderTerms = ObjectOf<typeof orderTerms>;
export function orderTermsOf({ kind, timeInForce, selfTrade }: Readonly<OrderTerms>): OrderTerms {
  return { kind, timeInForce, selfTrade };
}
/** Default for orders: a taker that meets its owner's own order is cancelled. */
export const DEFAULT_SELF_TRADE = { selfTrade: 'cancel_taker' } as const;
/** For orders that close a position and orders of the core: the owner's own orders do not stop them. */
export const FORCED_ORDER_TERMS = { timeInForce: 'ioc', selfTrade: 'cancel_maker' } as const;
/** Products with an order book. */
export type MarketProduct = 'spot' | 'perpetual';
export const marketState = choice('open', 'cancel_only', 'closed', 'maintenance');
export type MarketState = ValueOf<typeof marketState>;
/** close_only: positions may only be reduced. */
export type PerpetualMarketState = MarketState | 'close_only';
/** State of a coin in all its markets, its deposits and its withdrawals. */
export const assetStates = {
  /**
   * In maintenance: no new or amended orders in its markets, no transfers and no new withdrawals; cancelling stays
   * possible.
   */
  trading: choice('open', 'maintenance'),
  /** Suspended: no new addresses are assigned, and deposits are credited after the suspension. */
  deposits: choice('open', 'suspended'),
  /**
   * Suspended: no request, approval, start or submission; submitted withdrawals continue, and cancelling or rejecting
   * stays possible.
   */
  withdrawals: choice('open', 'suspended'),
};
export type AssetStates = ObjectOf<typeof assetStates>;

/**
 * Outcome of an order in the batch that places, triggers or amends it. It joins the book whole (`rests`), trades first
 * (`takes`; TradeExecuted, then OrderRested or OrderCancelled follow), waits for its trigger (`waits`), or stays in
 * place after an amendment (`keeps`).
 */
export const disposition = choice('rests', 'takes', 'waits', 'keeps');
export type Disposition = ValueOf<typeof disposition>;

/**
 * Why an order ended before it was filled. The first two are acts of a person, the third follows from the freeze of its owner's account,
 * the last comes from a robot for its own order. The others are reasons for the expiry of a taker's remainder. `quote_remainder`: less
 * quote remains than the cost of one lot; the order counts as filled.
 */
export const CANCEL_REASONS = [
  'requested',
  'staff',
  'account_frozen',
  'self_trade',
  'time_in_force',
  'band',
  'no_liquidity',
  'fills_too_many',
  'quote_remainder',
  'robot',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Reason for an order that an actor cancelled. */
export function cancelReasonOf(actor: Actor): CancelReason {
  return actor.startsWith('user/') ? 'requested' : 'staff';
}

/** The fields that ending an order needs. */
export interface OpenOrder {
  readonly id: number;
  readonly user: number;
  readonly market: string;
  readonly side: OrderSide;
  readonly kind: OrderKind;
  readonly phase: Order['phase'];
  readonly price: number;
  readonly quantity: number;
  readonly filledQuantity: number;
  readonly hold: { readonly id: number; readonly remaining: bigint } | null;
  readonly stake: OrderStake | null;
}

/** An open order: resting in the book, waiting for its trigger, or taking within the batch that placed it. */
export interface Order extends OrderTerms {
  id: number;
  user: number;
  market: string;
  side: OrderSide;
  phase: 'resting' | 'waiting' | 'taking';
  /** Ticks; 0 for orders without a limit. */
  price: number;
  /** Lots ordered, as last amended; 0 for an order by quote amount. */
  quantity: number;
  filledQuantity: number;
  /** Quote units ordered; 0n for an order by quantity. */
  quoteAmount: bigint;
  filledQuote: bigint;
  /** Ticks; 0 for orders without a trigger. */
  trigger: number;
  /** Null only if nothing could be filled and so nothing was held. */
  hold: Hold | null;
  /** Client id of its placing, remembered while the order is open. */
  clientId: string | null;
  /** The position that a perpetual's order opens or closes. Null for all other orders. */
  contract: OrderContract | null;
  /**
   * Null if neither `OrderPlaced` nor `OrderAmended` recorded a rule: the first rule of fixed fees, or a market without
   * them.
   */
  fixedFee: FixedFee | null;
  /** Source and destination of a robot order's money. Null for all other orders. */
  stake: OrderStake | null;
}

/** The robot, the step of its grid, and the holds of its stake. */
export interface OrderStake {
  readonly robot: number;
  readonly step: number;
  readonly baseHold: number;
  readonly quoteHold: number;
}

/** The second rule: the order has one fixed fee, and each fill pays as much of it as possible. */
export interface FixedFee {
  /** Remaining fee, units of quote; null before a fill has set it. */
  readonly left: bigint | null;
}

export const positionSide = choice('long', 'short');
export type PositionSide = ValueOf<typeof positionSide>;
/** The price that fires a trigger. */
export const priceKind = choice('last', 'mark');
export type PriceKind = ValueOf<typeof priceKind>;
export interface OrderContract {
  readonly position: PositionSide;
  /** Closing orders reduce the position and hold nothing. */
  readonly closes: boolean;
  /** Fee level at placing; later charges never exceed it. */
  readonly level: number;
  /** Only for an order that waits, or waited, for a trigger. */
  readonly triggerBy?: PriceKind;
  /** Only in one-way mode: open lots that need no hold, because they first reduce the opposite position. Absent: none. */
  readonly against?: number;
}

/** Read-only view for decide. */
export type OrderView = Readonly<Omit<Order, 'hold'>> & Pick<OpenOrder, 'hold'>;

/** Absent fields stay absent. */
export function orderContract(
  position: PositionSide,
  closes: boolean,
  level: number,
  triggerBy: PriceKind | undefined,
  offsetLots = 0,
): OrderContract {
  const contract = triggerBy === undefined ? { position, closes, level } : { position, closes, level, triggerBy };
  return offsetLots === 0 ? contract : { ...contract, against: offsetLots };
}
