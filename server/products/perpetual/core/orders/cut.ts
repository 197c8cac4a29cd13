/** Resting orders never close more than there is: the worst-priced go first, of one price the newest. */
import type { CoreEvent } from '../../../../core/event';
import type { OrderView, PositionSide } from '../../../../core/market/order';
import type { CoreView, MarketView } from '../../../../core/state';
import { endOpen } from './end';
import { closingLotsOf, openLotsOf, ordersIn, restingOn } from './holding';
import { closingLots } from './ordered';

const NONE: ReadonlySet<number> = new Set();

/** What leaves orders that close no more than `lots` of a user's position; `ended` are those that end ahead of it in the batch. */
export function cutTo(
  view: CoreView,
  market: MarketView,
  user: number,
  side: PositionSide,
  lots: number,
  ended: ReadonlySet<number> = NONE,
): CoreEvent[] {
  const { market: name } = market.terms;
  if (closingLots(view, user, name, side) <= lots) return [];
  const closing = restingOn(ordersIn(view, user, name), side)
    .filter(({ id }) => !ended.has(id))
    .sort(worstFirst);
  let excess = closing.reduce((sum, order) => sum + closingLotsOf(order, side), 0) - lots;
  const events: CoreEvent[] = [];
  for (const order of closing) {
    if (excess <= 0) break;
    const cut = Math.min(closingLotsOf(order, side), excess);
    excess -= cut;
    if (cut === openLotsOf(order)) events.push(endOpen(view, market, order, 'position_closed'));
    else {
      const { id, user: owner, side: way, price } = order;
      events.push({ type: 'PerpetualOrderCut', order: id, user: owner, market: name, side: way, price, cut });
    }
  }
  return events;
}

/** The farthest from the market: the highest that sells, the lowest that buys. */
function worstFirst(one: OrderView, other: OrderView): number {
  if (one.price !== other.price) return one.side === 'sell' ? other.price - one.price : one.price - other.price;
  return other.id - one.id;
}
