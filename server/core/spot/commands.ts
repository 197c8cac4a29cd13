/** What may be asked of orders. Prices are ticks, quantities lots. */
import type { OrderKind, OrderSide, SelfTrade, TimeInForce } from '../market/order';

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
export interface QuoteMarket {
  type: 'QuoteMarket';
  user: number;
  market: string;
  cancels: number[];
  /** Orders that rest in the book. */
  amends: QuoteAmend[];
  /** Limit orders, post-only. */
  places: QuotePlace[];
}
/** As with `AmendOrder`. */
export type QuoteAmend = Pick<AmendOrder, 'order' | 'price' | 'quantity'>;
export interface QuotePlace {
  side: OrderSide;
  price: number;
  quantity: number;
}

export type SpotCommand = PlaceOrder | AmendOrder | QuoteMarket;
