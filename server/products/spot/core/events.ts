/** What happens to orders. Prices are ticks, quantities lots, fees already rounded. */
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
  /** One of the pieces of a command that quotes a market: the command's client id is not the order's. */
  quoted: optional(choice(1)),
  /** Of which robot, and in which step of its grid. */
  robot: optional(id),
  step: optional(id),
  /**
   * Of fixed fees, where its market has some, or some are announced: each fill pays what is left of what the order owes. Absent: the
   * first rule, by which the first fill alone pays.
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
  /** Units of quote that changed hands: price × quantity. */
  notional: amount,
  takerSide: orderSide,
  makerOrder: id,
  takerOrder: id,
  maker: id,
  taker: id,
  /** Units of what each received: base for the buyer, quote for the seller. */
  makerFee: amount,
  takerFee: amount,
  /** The fixed fee that the order owes from this fill on, units of quote: with the fill that says how much it is. */
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
  /** Open lots before and after: what the depth loses and gains. */
  openBefore: lots,
  priceBefore: ticks,
  /** As of `OrderPlaced`, where the price changes or the quantity grows: an order by the first rule goes by this one from here on. */
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
