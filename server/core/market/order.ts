/** Words of an order, shared by commands, events, state and the API. */
import type { Actor } from '../actor';
import type { Hold } from '../ledger/hold';
import { choice, type ObjectOf, type ValueOf } from '../messages/message';

export const orderSide = choice('buy', 'sell');
export type OrderSide = ValueOf<typeof orderSide>;
export const orderKind = choice('limit', 'market', 'stop_limit', 'stop_market');
export type OrderKind = ValueOf<typeof orderKind>;
/** post_only is good till cancelled and refused when it would take. Market orders are ioc or fok. */
const timeInForce = choice('gtc', 'ioc', 'fok', 'post_only');
/** What happens when a taker would meet its own resting order. */
const selfTrade = choice('cancel_taker', 'cancel_maker', 'cancel_both');
/** Terms of an order beside price and quantity, in the order of the stored fields. */
export const orderTerms = { kind: orderKind, timeInForce, selfTrade };
export type OrderTerms = ObjectOf<typeof orderTerms>;
export function orderTermsOf({ kind, timeInForce, selfTrade }: Readonly<OrderTerms>): OrderTerms {
  return { kind, timeInForce, selfTrade };
}
/** The default of orders: a taker ends where it would meet its owner's own order. */
export const YIELDING = { selfTrade: 'cancel_taker' } as const;
/** An order that closes a position, or that the core places: its owner's own orders do not stop it. */
export const FORCED = { timeInForce: 'ioc', selfTrade: 'cancel_maker' } as const;
/** Products whose orders meet in a book. */
export type MarketProduct = 'spot' | 'perpetual';
export const marketState = choice('open', 'cancel_only', 'closed', 'maintenance');
export type MarketState = ValueOf<typeof marketState>;
/** Close only: positions may become smaller, and none larger. */
export type PerpetualMarketState = MarketState | 'close_only';
/** A coin's own state, in all of its markets and at both of its gates. */
export const assetStates = {
  /** In maintenance: no new or amended order in its markets, no transfers, no new withdrawals; cancelling stays. */
  trading: choice('open', 'maintenance'),
  /** Suspended: nobody is given an address, and what chains bring is credited when it is over. */
  deposits: choice('open', 'suspended'),
  /** Suspended: nothing is applied for, approved, started or submitted; what was submitted goes on, and anything may go back. */
  withdrawals: choice('open', 'suspended'),
};
export type AssetStates = ObjectOf<typeof assetStates>;

/**
 * What becomes of an order in the batch that places, triggers or amends it: it joins the book whole (`rests`), it trades
 * first (`takes`; TradeExecuted, then OrderRested or OrderCancelled follow), it waits for its trigger (`waits`), or an
 * amendment leaves it where it is (`keeps`).
 */
export const disposition = choice('rests', 'takes', 'waits', 'keeps');
export type Disposition = ValueOf<typeof disposition>;

/**
 * Why an order ended before it was filled. The first two are somebody's act, the third follows from the freeze of its owner's
 * account; the last is a robot's about its own order; the others say why the rest of an order that takes expired. `quote_remainder`: less quote is left than one lot costs; the order counts as filled.
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

/** Of an order that somebody ended. */
export function reasonFor(actor: Actor): CancelReason {
  return actor.startsWith('user/') ? 'requested' : 'staff';
}

/** What the end of one rests on. */
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
  /** Null only for an order that could hold nothing because nothing could be filled. */
  hold: Hold | null;
  /** The client id it was placed under, remembered as long as it is open. */
  clientId: string | null;
  /** Of a perpetual's order: which position it opens or closes. Null for all others. */
  contract: OrderContract | null;
  /** Null where neither `OrderPlaced` nor `OrderAmended` named a rule: the first rule of fixed fees, or a market without any. */
  fixedFee: FixedFee | null;
  /** Of a robot's order: what it holds is split from, and where all that comes of it goes. Null for all others. */
  stake: OrderStake | null;
}

/** Of which robot, in which step of its grid, and the holds that its stake lies in. */
export interface OrderStake {
  readonly robot: number;
  readonly step: number;
  readonly baseHold: number;
  readonly quoteHold: number;
}

/** The second rule: a fixed fee is owed by the order, and each fill pays of it what it can. */
export interface FixedFee {
  /** What is left of it, units of quote; null until a fill has said how much it is. */
  readonly left: bigint | null;
}

export const positionSide = choice('long', 'short');
export type PositionSide = ValueOf<typeof positionSide>;
/** Which price a trigger looks at. */
export const priceKind = choice('last', 'mark');
export type PriceKind = ValueOf<typeof priceKind>;
export interface OrderContract {
  readonly position: PositionSide;
  /** It takes lots off the position, and holds nothing. */
  readonly closes: boolean;
  /** Of fees, at placing: what is charged is no more than by it. */
  readonly level: number;
  /** Of one that waits, or waited, for a trigger. */
  readonly triggerBy?: PriceKind;
  /** Of one in one-way mode: open lots that hold nothing, because they take lots off the other position first. Absent: none. */
  readonly against?: number;
}

/** What decide may see of one. */
export type OrderView = Readonly<Omit<Order, 'hold'>> & Pick<OpenOrder, 'hold'>;

/** A field that is absent stays absent. */
export function orderContract(
  position: PositionSide,
  closes: boolean,
  level: number,
  triggerBy: PriceKind | undefined,
  against = 0,
): OrderContract {
  const contract = triggerBy === undefined ? { position, closes, level } : { position, closes, level, triggerBy };
  return against === 0 ? contract : { ...contract, against };
}
