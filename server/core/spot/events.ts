/** What happens to orders. Prices are ticks, quantities lots, fees already rounded. */
import type { Entry } from '../ledger/entry';
import type { CancelReason, Disposition, OrderKind, OrderSide, SelfTrade, TimeInForce } from '../market/order';

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
  /** One of the pieces of a command that quotes a market: the command's client id is not the order's. */
  quoted?: 1;
  /** Of which robot, and in which step of its grid. */
  robot?: number;
  step?: number;
  /**
   * Of fixed fees, where its market has some, or some are announced: each fill pays what is left of what the order owes. Absent: the
   * first rule, by which the first fill alone pays.
   */
  rule?: 2;
  disposition: Disposition;
  entries: Entry[];
}
export interface OrderTriggered {
  type: 'OrderTriggered';
  order: number;
  user: number;
  market: string;
  disposition: Disposition;
}
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
  /** Units of quote that changed hands: price × quantity. */
  notional: bigint;
  takerSide: OrderSide;
  makerOrder: number;
  takerOrder: number;
  maker: number;
  taker: number;
  /** Units of what each received: base for the buyer, quote for the seller. */
  makerFee: bigint;
  takerFee: bigint;
  /** The fixed fee that the order owes from this fill on, units of quote: with the fill that says how much it is. */
  makerOwes?: bigint;
  takerOwes?: bigint;
  entries: Entry[];
}
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
  /** As of `OrderPlaced`, where the price changes or the quantity grows: an order by the first rule goes by this one from here on. */
  rule?: 2;
  disposition: Disposition;
  entries: Entry[];
}
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

export type SpotEvent = OrderPlaced | OrderTriggered | OrderRested | TradeExecuted | OrderAmended | OrderCancelled;
