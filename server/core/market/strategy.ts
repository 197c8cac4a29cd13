/**
 * A product's rules for orders in its books: holds, entries and fees of fills, and orders that a walk drops. Pure
 * functions, selected by a market's product. The book, the walk and the due items about orders are shared.
 */
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import type { CoreView, MarketView } from '../state';
import type { CancelReason, MarketProduct, OpenOrder, OrderView } from './order';

export interface Strategy {
  /** Ends an open order outside a walk and releases its hold. */
  end(this: void, view: CoreView, market: MarketView, order: OpenOrder, reason: CancelReason): CoreEvent;
  /** Handling of orders that wait for a trigger; null for products without them. */
  waiting: {
    /** After the trigger: the order becomes a limit or a market order and executes as such. */
    trigger(this: void, view: CoreView, market: MarketView, order: OrderView, context: Context): Decision;
    /** Ends the order if all its events would exceed one batch. */
    fallbackEvents(this: void, view: CoreView, market: MarketView, order: OrderView): CoreEvent[];
  } | null;
}

/** The strategy of each product with an order book. */
export type Strategies = Readonly<Record<MarketProduct, Strategy>>;

/** A product's events for each step of one taker's walk. */
export interface WalkEvents {
  /** Events required before a fill with a resting order. */
  eventsBeforeTrade?(maker: OrderView): CoreEvent[];
  /** Events of a fill with a resting order: `ticks` is its price. */
  trade(maker: OrderView, ticks: number, lots: number): CoreEvent;
  /** The end of a resting order that the walk drops instead. */
  drop(maker: OrderView): CoreEvent;
}
