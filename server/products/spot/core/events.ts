/** Events of orders. Prices are ticks, quantities lots, fees already rounded. */
import { CANCEL_REASONS, disposition, orderSide, orderTerms } from '../../../core/market/order';
import {
  type MessageOf,
  amount,
  choice,
  entries,
  id,
  lots,
  message,
  optional,
  ticks,
  word,
} from '../../../core/messages/message';

export const OrderPlaced = message('OrderPlaced', {
  order: id,
  user: id,
  market: word,
  side: orderSide,
  ...orderTerms,
  price: optional(ticks),
  quantity: optional(lots),
  quoteAmount: optional(amount),
  trigger: optional(ticks),
  /** Part of a mass quote or of a conversion: the command's client id is not the order's. */
  quoted: optional(choice(1)),
  /** The robot and its grid step. */
  robot: optional(id),
  step: optional(id),
  /**
   * The rule for fixed fees, present if the market has some or has announced some: each fill pays the remaining fee of the order. Absent:
   * the first rule, under which only the first fill pays.
   */
  rule: optional(choice(2)),
  disposition,
  entries,
});
export type OrderPlaced = MessageOf<typeof OrderPlaced>;

export const OrderTriggered = message('OrderTriggered', { order: id, user: id, market: word, disposition });
export type OrderTriggered = MessageOf<typeof OrderTriggered>;

export const OrderRested = message('OrderRested', {
  order: id,
  user: id,
  market: word,
  side: orderSide,
  price: ticks,
  quantity: lots,
});
export type OrderRested = MessageOf<typeof OrderRested>;

export const TradeExecuted = message('TradeExecuted', {
  trade: id,
  market: word,
  /** The maker's price. */
  price: ticks,
  quantity: lots,
  /** Traded quote units: price × quantity. */
  notional: amount,
  takerSide: orderSide,
  makerOrder: id,
  takerOrder: id,
  maker: id,
  taker: id,
  /** Units of the received asset: base for the buyer, quote for the seller. */
  makerFee: amount,
  takerFee: amount,
  /** The order's fixed fee from this fill on, units of quote; only in the fill that sets it. */
  makerOwes: optional(amount),
  takerOwes: optional(amount),
  entries,
});
export type TradeExecuted = MessageOf<typeof TradeExecuted>;

export const OrderAmended = message('OrderAmended', {
  order: id,
  user: id,
  market: word,
  side: orderSide,
  price: ticks,
  quantity: lots,
  /** Open lots before and after, for the depth. */
  openBefore: lots,
  priceBefore: ticks,
  /** As in `OrderPlaced`, if the price changes or the quantity grows: an order under the first rule changes to this one. */
  rule: optional(choice(2)),
  disposition,
  entries,
});
export type OrderAmended = MessageOf<typeof OrderAmended>;

export const OrderCancelled = message('OrderCancelled', {
  order: id,
  user: id,
  market: word,
  side: orderSide,
  price: ticks,
  open: lots,
  rested: choice(0, 1),
  reason: choice(...CANCEL_REASONS),
  entries,
});
export type OrderCancelled = MessageOf<typeof OrderCancelled>;

export type SpotEvent = OrderPlaced | OrderTriggered | OrderRested | TradeExecuted | OrderAmended | OrderCancelled;

declare module '../../../core/event' {
  interface Events {
    spot: SpotEvent;
  }
}
