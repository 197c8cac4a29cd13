/** Cuts resting closing orders to the position's size: worst price first, at one price the newest. */
import type { CoreEvent } from '../../../../core/event';
import type { OrderView, PositionSide } from '../../../../core/market/order';
import type { CoreView, MarketView } from '../../../../core/state';
import { cancelOpenOrder } from './cancel';
import { closingLotsOf, openLotsOf, ordersIn, closingOrdersOn } from './open-orders';
import { closingLots } from './open-order-sums';

const NONE: ReadonlySet<number> = new Set();

/** Cuts closing orders so that they close at most `lots` of a user's position; `endedOrders` are orders that end earlier in the batch. */
export function cutClosingOrders(
  view: CoreView,
  market: MarketView,
  user: number,
  side: PositionSide,
  lots: number,
  endedOrders: ReadonlySet<number> = NONE,
): CoreEvent[] {
  const { market: name } = market.terms;
  if (closingLots(view, user, name, side) <= lots) return [];
  const closing = closingOrdersOn(ordersIn(view, user, name), side)
    .filter(({ id }) => !endedOrders.has(id))
    .sort(worstFirst);
  let excess = closing.reduce((sum, order) => sum + closingLotsOf(order, side), 0) - lots;
  const events: CoreEvent[] = [];
  for (const order of closing) {
    if (excess <= 0) break;
    const cutLots = Math.min(closingLotsOf(order, side), excess);
    excess -= cutLots;
    if (cutLots === openLotsOf(order)) events.push(cancelOpenOrder(view, market, order, 'position_closed'));
    else {
      const { id, user: owner, side: orderSide, price } = order;
      events.push({
        type: 'PerpetualOrderCut',
        order: id,
        user: owner,
        market: name,
        side: orderSide,
        price,
        cut: cutLots,
      });
    }
  }
  return events;
}

/** Farthest from the market first: the highest sell, the lowest buy. */
function worstFirst(one: OrderView, other: OrderView): number {
  if (one.price !== other.price) return one.side === 'sell' ? other.price - one.price : one.price - other.price;
  return other.id - one.id;
}
