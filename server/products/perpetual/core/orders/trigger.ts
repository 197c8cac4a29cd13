/** A trigger was reached: the waiting order is judged as if it were placed now, and ends with a reason where it is not free. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import type { Entry } from '../../../../core/ledger/entry';
import type { Disposition, OrderView } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import { crosses } from '../../../spot/core/place';
import type { CoreView, MarketView } from '../../../../core/state';
import { cutTo } from './cut';
import { endOpen, ended } from './end';
import type { PerpetualCancelReason, PerpetualOrderTriggered } from '../events';
import { contractOf } from './holding';
import { perpetualMarket } from '../terms/listing';
import { markAt } from '../marks/mark';
import { costOf, heldAnew, heldBy, meetBook } from './meet';
import { lotsAgainst, lotsTurned } from './one-way';
import { limitsOf, refuseMarket, refuseSize, type Circumstances } from './place';
import { createSketch, freeIn, traderOf } from './sketch';

export function trigger(view: CoreView, { terms }: MarketView, order: OrderView, { at }: Context): Decision {
  const market = perpetualMarket(view, terms.market) ?? broken(`${terms.market} is no perpetual`);
  const contract = contractOf(order);
  const { id, user, side, timeInForce } = order;
  const mark = markAt(view, market, at);
  const opens = !contract.closes;
  if (!mark || refuseMarket(view, market, opens) || (opens && (mark.isStale || mark.isCloseOnly)))
    return endWaiting(view, market, order, 'market_closed');
  const around: Circumstances = { view, market, mark, limits: limitsOf(view, market, mark, at), at };
  const { [side]: limit } = around.limits;
  const price = order.kind === 'stop_limit' ? order.price : null;
  if (price !== null && (side === 'buy' ? price > limit : price < limit))
    return endWaiting(view, market, order, 'price_limit');
  const { quantity } = order;
  const beyond = quantity - lotsTurned(view, user, order.market, contract, quantity);
  if (opens && refuseSize(around, { user, position: contract.position, quantity: beyond }, price ?? limit, id))
    return endWaiting(view, market, order, 'position_limit');
  const standing = view.perpetual.holdings.get(user)?.get(order.market)?.[contract.position]?.lots ?? 0;
  const lots = opens ? quantity : Math.min(quantity, standing);
  if (lots === 0) return endWaiting(view, market, order, 'position_closed');

  const sketch = createSketch(view, market, mark.ticks, at);
  const hold = heldBy(sketch, order);
  const happened = (disposition: Disposition, held: bigint, against = 0): CoreEvent =>
    triggered(order, disposition, lots, heldAnew(sketch, user, contract, hold, held), against);
  // What closes takes the room that it needs from what rests.
  const room = (needed: number): CoreEvent[] =>
    opens ? [] : cutTo(view, market, user, contract.position, standing - needed);
  if (price !== null && timeInForce === 'gtc' && !crosses(market, side, price)) {
    const against = lotsAgainst(view, user, order.market, contract, lots, { except: id });
    const held = hold ? costOf(sketch, user, contract, price, lots - against) : 0n;
    if (held > 0n && held > freeIn(sketch, traderOf(sketch, user)) + (hold?.before ?? 0n))
      return endWaiting(view, market, order, 'margin_short');
    return [...sketch.settling.events, ...room(lots), happened('rests', held, against)];
  }
  const met = meetBook(sketch, {
    order: id,
    user,
    side,
    contract,
    terms: order,
    price,
    worst: price ?? limit,
    lots,
    hold,
  });
  if (timeInForce === 'fok' && met.remaining > 0)
    return endWaiting(view, market, order, met.isTooMuch ? 'fills_too_many' : 'time_in_force');
  return [
    ...sketch.settling.events,
    ...room(met.reason === null ? lots : met.filled),
    happened('takes', met.held),
    ...met.events,
  ];
}

/** The walk's own bound keeps it from coming to that. */
export function giveUpTrigger(view: CoreView, market: MarketView, order: OrderView): CoreEvent[] {
  return endWaiting(view, market, order, 'fills_too_many');
}

function endWaiting(view: CoreView, market: MarketView, order: OrderView, reason: PerpetualCancelReason): CoreEvent[] {
  const { entries } = endOpen(view, market, order, reason);
  return [triggered(order, 'takes', order.quantity, []), ended(order, order.quantity, false, reason, entries)];
}

function triggered(
  { id, user, market }: OrderView,
  disposition: Disposition,
  quantity: number,
  entries: Entry[],
  against = 0,
): PerpetualOrderTriggered {
  return {
    ...{ type: 'PerpetualOrderTriggered', order: id, user, market, disposition, quantity },
    ...(against > 0 && { against }),
    entries,
  };
}
