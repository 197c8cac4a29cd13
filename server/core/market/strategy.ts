/**
 * What a product says of the orders that meet in its books: what they hold and give back, what a fill moves and costs, and
 * which of them a walk drops. Pure functions, looked up by a market's product; the book, the walk
 * through it and what the core owes about orders are the same for all.
 */
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import type { CoreView, MarketView } from '../state';
import type { CancelReason, MarketProduct, OpenOrder, OrderView } from './order';

export interface Strategy {
  /** The end of an open order that is not in the middle of a batch: what it still holds goes back. */
  end(this: void, view: CoreView, market: MarketView, order: OpenOrder, reason: CancelReason): CoreEvent;
  /** What becomes of orders that wait for a trigger; null where none does. */
  waiting: {
    /** It was reached: the order becomes a limit or a market order and does what such an order does. */
    trigger(this: void, view: CoreView, market: MarketView, order: OrderView, context: Context): Decision;
    /** What ends it when all that it would do cannot be one batch. */
    giveUp(this: void, view: CoreView, market: MarketView, order: OrderView): CoreEvent[];
  } | null;
}

/** The rules of each product whose orders meet in a book. */
export type Strategies = Readonly<Record<MarketProduct, Strategy>>;

/** What a product makes of one taker's walk, step by step. */
export interface Fills {
  /** What has to happen before a fill with a resting order, where anything has to. */
  ahead?(maker: OrderView): CoreEvent[];
  /** Events of a fill with a resting order: `ticks` is its price. */
  trade(maker: OrderView, ticks: number, lots: number): CoreEvent;
  /** The end of a resting order that the walk drops instead. */
  drop(maker: OrderView): CoreEvent;
}
