/** Triggers a stop: it becomes an order that closes the position, and keeps waiting for the unfilled rest. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { FORCED_ORDER_TERMS, orderContract } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import { sideOf } from '../commands';
import { cutClosingOrders } from '../orders/cut-closing-orders';
import type { PerpetualCancelReason, PerpetualOrderPlaced } from '../events';
import { perpetualMarket } from '../terms/listing';
import { markAt } from '../marks/mark';
import { matchWithBook } from '../orders/match-with-book';
import { latestPriceBy, priceLimitsOf, refuseMarket, type OrderContext } from '../orders/place';
import { createSimulation, perpetualFeeLevel } from '../orders/match-simulation';
import type { TriggerStop } from './commands';
import type { StopAmended } from './events';
import type { Stop } from './state';
import { stopEnded, stopOf } from './stops';

export function decideTriggerStop(view: CoreView, { stop: id }: TriggerStop, { at }: Context): Decision {
  const stop = stopOf(view, id);
  const { user, market: name, position, contract, kind, by } = stop;
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const openPosition = view.perpetual.holdings.get(user)?.get(name)?.[position];
  if (openPosition?.id !== contract) return [stopEnded(stop, 'position_closed')];
  const mark = markAt(view, market, at);
  if (!mark || refuseMarket(view, market, false)) return [stopKeepsWaiting(stop, stop.quantity, 'market_closed')];

  const context: OrderContext = { view, market, mark, limits: priceLimitsOf(view, market, mark, at), at };
  const side = sideOf(position, 'close');
  const limit = context.limits[side];
  const lots = stop.quantity === 0 ? openPosition.lots : Math.min(stop.quantity, openPosition.lots);
  // A limit beyond the market's limits is replaced by those.
  const price =
    stop.price === 0 ? undefined : side === 'buy' ? Math.min(stop.price, limit) : Math.max(stop.price, limit);
  const order = view.counters.order;
  const placedEvent: PerpetualOrderPlaced = {
    type: 'PerpetualOrderPlaced',
    order,
    user,
    market: name,
    side,
    position,
    closes: 1,
    kind: price === undefined ? 'market' : 'limit',
    ...FORCED_ORDER_TERMS,
    price,
    quantity: lots,
    level: perpetualFeeLevel(view, user, at),
    disposition: 'takes',
    entries: [],
  };
  const simulation = createSimulation(view, market, mark.ticks, at);
  const matchResult = matchWithBook(simulation, {
    order,
    user,
    side,
    contract: orderContract(position, true, placedEvent.level, undefined),
    terms: FORCED_ORDER_TERMS,
    price: price ?? null,
    worst: price ?? limit,
    lots,
    hold: null,
    mode: kind,
  });
  const events: CoreEvent[] = [
    ...simulation.settling.events,
    {
      type: 'StopTriggered',
      stop: id,
      user,
      market: name,
      contract,
      kind,
      trigger: stop.trigger,
      triggerBy: by,
      price: latestPriceBy(context, by),
      ...(stop.callback ? { extreme: stop.extreme } : {}),
      order,
      lots,
    },
    ...cutClosingOrders(view, market, user, position, openPosition.lots - matchResult.filled),
    placedEvent,
    ...matchResult.events,
  ];
  const remainingLots = stop.quantity === 0 ? 0 : stop.quantity - matchResult.filled;
  const isOver = matchResult.remaining === 0 || matchResult.filled === openPosition.lots;
  return [
    ...events,
    isOver ? stopEnded(stop, 'filled') : stopKeepsWaiting(stop, remainingLots, matchResult.reason ?? 'no_liquidity'),
  ];
}

/** Armed as before, so that the next price reaches it again. */
function stopKeepsWaiting(
  { id, user, market, trigger, price }: Readonly<Stop>,
  quantity: number,
  reason: PerpetualCancelReason,
): StopAmended {
  const remainingLots = quantity === 0 ? undefined : quantity;
  return {
    type: 'StopAmended',
    stop: id,
    user,
    market,
    trigger,
    price: price || undefined,
    quantity: remainingLots,
    reason,
  };
}

/** The walk's own bound should prevent this. */
export function fallbackTriggerStop(view: CoreView, { stop }: TriggerStop): CoreEvent[] {
  return [stopEnded(stopOf(view, stop), 'fills_too_many')];
}
