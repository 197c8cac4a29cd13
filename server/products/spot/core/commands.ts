/** Commands about orders. Prices are ticks, quantities lots. */
import { orderSide, orderTerms } from '../../../core/market/order';
import {
  type MessageOf,
  type ObjectOf,
  amount,
  id,
  list,
  lots,
  message,
  objects,
  optional,
  server,
  ticks,
  word,
} from '../../../core/messages/message';

export const PlaceOrder = message('PlaceOrder', {
  user: id,
  market: word,
  side: orderSide,
  ...orderTerms,
  /** Limit price in ticks: limit and stop_limit only. */
  price: optional(ticks),
  /** Lots; absent exactly when `quoteAmount` is given. */
  quantity: optional(lots),
  /** Quote units to spend: market buy (optional) and stop_market buy (required). */
  quoteAmount: optional(amount),
  /** Trigger price in ticks: stop_limit and stop_market only. */
  trigger: optional(ticks),
});
export type PlaceOrder = MessageOf<typeof PlaceOrder>;

export const AmendOrder = message('AmendOrder', {
  user: id,
  order: id,
  /** Rejected if the order belongs to another market; absent if the request names none. */
  market: server(optional(word)),
  /** New totals: quantity = filled + open. Absent fields stay the same; at least one is present. */
  price: optional(ticks),
  quantity: optional(lots),
});
export type AmendOrder = MessageOf<typeof AmendOrder>;

/** As with `AmendOrder`. */
const quoteAmend = { order: id, price: optional(ticks), quantity: optional(lots) };
export type QuoteAmend = ObjectOf<typeof quoteAmend>;
const quotePlace = { side: orderSide, price: ticks, quantity: lots };
export type QuotePlace = ObjectOf<typeof quotePlace>;
export const QuoteMarket = message('QuoteMarket', {
  user: id,
  market: word,
  cancels: list(id),
  /** Orders that rest in the book. */
  amends: objects(quoteAmend),
  /** Limit orders, post-only. */
  places: objects(quotePlace),
});
export type QuoteMarket = MessageOf<typeof QuoteMarket>;

export type SpotCommand = PlaceOrder | AmendOrder | QuoteMarket;

declare module '../../../core/command' {
  interface Commands {
    spot: SpotCommand;
  }
}
