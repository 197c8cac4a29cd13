/** Triggers a waiting order: it is checked as if placed now, and cancelled with a reason if rejected. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import type { Entry } from '../../../../core/ledger/entry';
import type { Disposition, OrderView } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import { crosses } from '../../../spot/core/place';
import type { CoreView, MarketView } from '../../../../core/state';
import { cutClosingOrders } from './cut-closing-orders';
import { cancelOpenOrder, orderCancelledEvent } from './cancel';
import type { PerpetualCancelReason, PerpetualOrderTriggered } from '../events';
import { contractOf } from './open-orders';
import { perpetualMarket } from '../terms/listing';
import { markAt } from '../marks/mark';
import { openingHold, adjustHoldEntries, holdOf, matchWithBook } from './match-with-book';
import { lotsClosingOpposite, lotsClosingOppositeOnTrade } from './one-way';
import { priceLimitsOf, refuseMarket, refuseSize, type OrderContext } from './place';
import { createSimulation, freeBalanceIn, traderOf } from './match-simulation';

export function trigger(view: CoreView, { terms }: MarketView, order: OrderView, { at }: Context): Decision {
  const market = perpetualMarket(view, terms.market) ?? broken(`${terms.market} is no perpetual`);
  const contract = contractOf(order);
  const { id, user, side, timeInForce } = order;
  const mark = markAt(view, market, at);
  const opens = !contract.closes;
  if (!mark || refuseMarket(view, market, opens) || (opens && (mark.isStale || mark.isCloseOnly)))
    return cancelWaiting(view, market, order, 'market_closed');
  const context: OrderContext = { view, market, mark, limits: priceLimitsOf(view, market, mark, at), at };
  const { [side]: limit } = context.limits;
  const price = order.kind === 'stop_limit' ? order.price : null;
  if (price !== null && (side === 'buy' ? price > limit : price < limit))
    return cancelWaiting(view, market, order, 'price_limit');
  const { quantity } = order;
  const openingLots = quantity - lotsClosingOppositeOnTrade(view, user, order.market, contract, quantity);
  if (opens && refuseSize(context, { user, position: contract.position, quantity: openingLots }, price ?? limit, id))
    return cancelWaiting(view, market, order, 'position_limit');
  const openLots = view.perpetual.holdings.get(user)?.get(order.market)?.[contract.position]?.lots ?? 0;
  const lots = opens ? quantity : Math.min(quantity, openLots);
  if (lots === 0) return cancelWaiting(view, market, order, 'position_closed');

  const simulation = createSimulation(view, market, mark.ticks, at);
  const hold = holdOf(simulation, order);
  const triggeredWith = (disposition: Disposition, heldAmount: bigint, unheldLots = 0): CoreEvent =>
    triggeredEvent(
      order,
      disposition,
      lots,
      adjustHoldEntries(simulation, user, contract, hold, heldAmount),
      unheldLots,
    );
  // Closing orders that are triggered reduce resting ones if the position is too small for both.
  const cutClosing = (needed: number): CoreEvent[] =>
    opens ? [] : cutClosingOrders(view, market, user, contract.position, openLots - needed);
  if (price !== null && timeInForce === 'gtc' && !crosses(market, side, price)) {
    const unheldLots = lotsClosingOpposite(view, user, order.market, contract, lots, { except: id });
    const heldAmount = hold ? openingHold(simulation, user, contract, price, lots - unheldLots) : 0n;
    if (heldAmount > 0n && heldAmount > freeBalanceIn(simulation, traderOf(simulation, user)) + (hold?.before ?? 0n))
      return cancelWaiting(view, market, order, 'margin_short');
    return [...simulation.settling.events, ...cutClosing(lots), triggeredWith('rests', heldAmount, unheldLots)];
  }
  const matchResult = matchWithBook(simulation, {
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
  if (timeInForce === 'fok' && matchResult.remaining > 0)
    return cancelWaiting(view, market, order, matchResult.isTooMuch ? 'fills_too_many' : 'time_in_force');
  return [
    ...simulation.settling.events,
    ...cutClosing(matchResult.reason === null ? lots : matchResult.filled),
    triggeredWith('takes', matchResult.held),
    ...matchResult.events,
  ];
}

/** The walk's own bound should prevent this. */
export function fallbackTrigger(view: CoreView, market: MarketView, order: OrderView): CoreEvent[] {
  return cancelWaiting(view, market, order, 'fills_too_many');
}

function cancelWaiting(
  view: CoreView,
  market: MarketView,
  order: OrderView,
  reason: PerpetualCancelReason,
): CoreEvent[] {
  const { entries } = cancelOpenOrder(view, market, order, reason);
  return [
    triggeredEvent(order, 'takes', order.quantity, []),
    orderCancelledEvent(order, order.quantity, false, reason, entries),
  ];
}

function triggeredEvent(
  { id, user, market }: OrderView,
  disposition: Disposition,
  quantity: number,
  entries: Entry[],
  unheldLots = 0,
): PerpetualOrderTriggered {
  return {
    ...{ type: 'PerpetualOrderTriggered', order: id, user, market, disposition, quantity },
    ...(unheldLots > 0 && { against: unheldLots }),
    entries,
  };
}
