/** Applies the events of stops to the state. */
import { positionOf, type Batch } from '../../../../core/event';
import { getOrThrow } from '../../../../core/evolve-helpers';
import { addOrder, createBook, hasOrder, removeOrder, type Book } from '../../../../core/market/book';
import { latestPrice } from '../../../../core/market/market';
import type { OrderSide, PriceKind } from '../../../../core/market/order';
import { addReached, nextReached, removeReached } from '../../../../core/market/reached-triggers';
import { reachTriggers } from '../../../../core/market/triggers';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import { dropOwedStops, markStopPlaced } from '../orders/evolve-attached-stops';
import type { StopAmended, StopEnded, StopGrown, StopPlaced, StopTriggered } from './events';
import type { Stop, StopsState } from './state';
import { createTrailingGroups, startTrailing, takeReachedStops, stopTrailing, type TrailingGroups } from './trailing';

/** The side from which the price must come: profit is above a long position and below a short one. */
function sideOfStop({ position, kind }: Pick<Stop, 'position' | 'kind'>): OrderSide {
  return (position === 'long') === (kind === 'take_profit') ? 'sell' : 'buy';
}

/** Creates the books if there are none. */
export function armedBooksOf({ stops }: CoreState, market: string): Record<PriceKind, Book> {
  let armed = stops.armed.get(market);
  if (!armed) stops.armed.set(market, (armed = { last: createBook(), mark: createBook() }));
  return armed;
}

/** Creates the trails if there are none. */
export function trailingGroupsOf(
  stops: Pick<StopsState, 'trails'>,
  { market, by, position }: Pick<Stop, 'market' | 'by' | 'position'>,
): TrailingGroups {
  let trails = stops.trails.get(market);
  if (!trails) {
    const bothDirections = () => ({ up: createTrailingGroups('up'), down: createTrailingGroups('down') });
    stops.trails.set(market, (trails = { last: bothDirections(), mark: bothDirections() }));
  }
  return trails[by][position === 'long' ? 'up' : 'down'];
}

export function callbackOf({ callbackTicks, callbackBp }: Pick<StopPlaced, 'callbackTicks' | 'callbackBp'>) {
  if (callbackTicks !== undefined) return { ticks: callbackTicks };
  return callbackBp === undefined ? null : { bp: callbackBp };
}

/** Adds a new stop, or one from a snapshot. */
export function addStop({ stops, marks }: CoreState, stop: Stop): void {
  stops.stops.set(stop.id, stop);
  const others = stops.byContract.get(stop.contract);
  if (others) others.add(stop.id);
  else stops.byContract.set(stop.contract, new Set([stop.id]));
  if (marks.funded.get(stop.market)?.byId.has(stop.contract) !== true) stops.over.add(stop.contract);
}

/** Called after a position was closed, for any reason. */
export function notePositionClosed(state: CoreState, contract: number): void {
  const { stops } = state;
  if (stops.byContract.has(contract)) stops.over.add(contract);
  dropOwedStops(state, contract);
}

function arm(state: CoreState, stop: Stop): void {
  const { id, user, market, by, trigger } = stop;
  addOrder(armedBooksOf(state, market)[by], sideOfStop(stop), id, user, trigger, 1);
}

/** Removes the stop from wherever it is: waiting, following, reached, or about to wait again. */
function disarm(state: CoreState, stop: Stop): void {
  const { id, market, by, callback } = stop;
  if (callback && stopTrailing(trailingGroupsOf(state.stops, stop), id)) return;
  const book = armedBooksOf(state, market)[by];
  if (hasOrder(book, id)) removeOrder(book, id);
  else removeReached(state.reached, id);
}

/** Called after a trade or a mark. */
export function triggerReachedStops(
  state: CoreState,
  market: string,
  priceKind: PriceKind,
  price: number,
  cause: number,
): void {
  const { armed, trails, stops } = state.stops;
  const armedStops = armed.get(market);
  if (armedStops) reachTriggers(state, armedStops[priceKind], price, cause);
  const following = trails.get(market);
  if (!following) return;
  for (const direction of ['up', 'down'] as const) {
    for (const { stop: id, trigger, extreme } of takeReachedStops(following[priceKind][direction], price)) {
      Object.assign(getOrThrow(stops, id), { trigger, extreme });
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
  if (callback && extreme !== undefined) startTrailing(trailingGroupsOf(state.stops, stop), id, callback, extreme);
  else arm(state, stop);
  if (order !== undefined) markStopPlaced(state, order, kind, id);
  // A stop attached to an order may already be reached when the order opens a position.
  const { mark } = getOrThrow(state.perpetual.contracts, market).mark;
  const currentPrice = by === 'mark' ? mark : latestPrice(getOrThrow(state.markets, market), batch.at);
  if (currentPrice > 0) triggerReachedStops(state, market, by, currentPrice, positionOf(batch));
}

/** The stop keeps its place, also among reached ones. */
export function growStop(state: CoreState, { stop: id, order, quantity }: StopGrown): void {
  const stop = getOrThrow(state.stops.stops, id);
  stop.quantity = quantity;
  markStopPlaced(state, order, stop.kind, id);
}

export function amendStop(state: CoreState, { stop: id, trigger, price = 0, quantity = 0 }: StopAmended): void {
  const stop = getOrThrow(state.stops.stops, id);
  if (trigger === 0) {
    // A trailing stop keeps following the price.
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
  const stop = getOrThrow(stops.stops, id);
  disarm(state, stop);
  stops.stops.delete(id);
  const others = getOrThrow(stops.byContract, stop.contract);
  others.delete(id);
  if (others.size > 0) return;
  stops.byContract.delete(stop.contract);
  stops.over.delete(stop.contract);
}
