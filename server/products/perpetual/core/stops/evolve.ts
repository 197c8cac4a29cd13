/** What the events of stops do to the state. */
import { positionOf, type Batch } from '../../../../core/event';
import { known } from '../../../../core/folding';
import { addOrder, createBook, hasOrder, removeOrder, type Book } from '../../../../core/market/book';
import { latestPrice } from '../../../../core/market/market';
import type { OrderSide, PriceKind } from '../../../../core/market/order';
import { addReached, nextReached, removeReached } from '../../../../core/market/reached';
import { reachTriggers } from '../../../../core/market/triggers';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import { forgetOwed, settleOwed } from '../orders/evolve-attached';
import type { StopAmended, StopEnded, StopGrown, StopPlaced, StopTriggered } from './events';
import type { Stop, StopsState } from './state';
import { createTrails, follow, trail, unfollow, type Trails } from './trailing';

/** On the side from which the price has to come: profit lies above a long position and below a short one. */
function sideOfStop({ position, kind }: Pick<Stop, 'position' | 'kind'>): OrderSide {
  return (position === 'long') === (kind === 'take_profit') ? 'sell' : 'buy';
}

/** Made when there is none. */
export function armedIn({ stops }: CoreState, market: string): Record<PriceKind, Book> {
  let armed = stops.armed.get(market);
  if (!armed) stops.armed.set(market, (armed = { last: createBook(), mark: createBook() }));
  return armed;
}

/** Made when there are none. */
export function trailsIn(
  stops: Pick<StopsState, 'trails'>,
  { market, by, position }: Pick<Stop, 'market' | 'by' | 'position'>,
): Trails {
  let trails = stops.trails.get(market);
  if (!trails) {
    const both = () => ({ up: createTrails('up'), down: createTrails('down') });
    stops.trails.set(market, (trails = { last: both(), mark: both() }));
  }
  return trails[by][position === 'long' ? 'up' : 'down'];
}

export function callbackOf({ callbackTicks, callbackBp }: Pick<StopPlaced, 'callbackTicks' | 'callbackBp'>) {
  if (callbackTicks !== undefined) return { ticks: callbackTicks };
  return callbackBp === undefined ? null : { bp: callbackBp };
}

/** A new one, and one that a snapshot tells of. */
export function addStop({ stops, marks }: CoreState, stop: Stop): void {
  stops.stops.set(stop.id, stop);
  const others = stops.byContract.get(stop.contract);
  if (others) others.add(stop.id);
  else stops.byContract.set(stop.contract, new Set([stop.id]));
  if (marks.funded.get(stop.market)?.byId.has(stop.contract) !== true) stops.over.add(stop.contract);
}

/** After a position was closed, by whatever closed it. */
export function notePositionClosed(state: CoreState, contract: number): void {
  const { stops } = state;
  if (stops.byContract.has(contract)) stops.over.add(contract);
  forgetOwed(state, contract);
}

function arm(state: CoreState, stop: Stop): void {
  const { id, user, market, by, trigger } = stop;
  addOrder(armedIn(state, market)[by], sideOfStop(stop), id, user, trigger, 1);
}

/** Whether it waits, follows, was reached, or is about to wait again. */
function disarm(state: CoreState, stop: Stop): void {
  const { id, market, by, callback } = stop;
  if (callback && unfollow(trailsIn(state.stops, stop), id)) return;
  const book = armedIn(state, market)[by];
  if (hasOrder(book, id)) removeOrder(book, id);
  else removeReached(state.reached, id);
}

/** After a trade, or a mark. */
export function reachStops(state: CoreState, market: string, by: PriceKind, price: number, cause: number): void {
  const { armed, trails, stops } = state.stops;
  const waiting = armed.get(market);
  if (waiting) reachTriggers(state, waiting[by], price, cause);
  const following = trails.get(market);
  if (!following) return;
  for (const direction of ['up', 'down'] as const) {
    for (const { stop: id, trigger, extreme } of trail(following[by][direction], price)) {
      Object.assign(known(stops, id), { trigger, extreme });
      addReached(state.reached, { order: id, cause });
    }
  }
}

export function placeStop(state: CoreState, event: StopPlaced, batch: Batch): void {
  const { stop: id, user, market, position, contract, kind, trigger, triggerBy: by } = event;
  const { price = 0, quantity = 0, order, extreme } = event;
  const callback = callbackOf(event);
  const stop: Stop = { id, user, market, position, contract, kind, trigger, by, price, quantity, callback, extreme: 0 };
  state.counters.order = id + 1;
  addStop(state, stop);
  if (callback && extreme !== undefined) follow(trailsIn(state.stops, stop), id, callback, extreme);
  else arm(state, stop);
  if (order !== undefined) settleOwed(state, order, kind, id);
  // What came with an order may be reached by the time it opens something.
  const { mark } = known(state.perpetual.contracts, market).mark;
  const latest = by === 'mark' ? mark : latestPrice(known(state.markets, market), batch.at);
  if (latest > 0) reachStops(state, market, by, latest, positionOf(batch));
}

/** It keeps its place, also among those that were reached. */
export function growStop(state: CoreState, { stop: id, order, quantity }: StopGrown): void {
  const stop = known(state.stops.stops, id);
  stop.quantity = quantity;
  settleOwed(state, order, stop.kind, id);
}

export function amendStop(state: CoreState, { stop: id, trigger, price = 0, quantity = 0 }: StopAmended): void {
  const stop = known(state.stops.stops, id);
  if (trigger === 0) {
    // It goes on following.
    stop.quantity = quantity;
    return;
  }
  disarm(state, stop);
  Object.assign(stop, { trigger, price, quantity });
  arm(state, stop);
}

export function triggerStop(state: CoreState, { stop: id }: StopTriggered): void {
  if (nextReached(state.reached)?.order !== id) broken(`stop ${id} is not the next whose trigger was reached`);
  removeReached(state.reached, id);
}

export function endStop(state: CoreState, { stop: id }: StopEnded): void {
  const { stops } = state;
  const stop = known(stops.stops, id);
  disarm(state, stop);
  stops.stops.delete(id);
  const others = known(stops.byContract, stop.contract);
  others.delete(id);
  if (others.size > 0) return;
  stops.byContract.delete(stop.contract);
  stops.over.delete(stop.contract);
}
