/** Attached stops in the state: they move from the order to the opened position, and become stops once the core places them. */
import { getOrThrow } from '../../../../core/evolve-helpers';
import type { Order, PriceKind } from '../../../../core/market/order';
import type { CoreState } from '../../../../core/state';
import type { PerpetualOrderAmended, PerpetualOrderPlaced } from '../events';
import type { StopKind } from '../stops/commands';
import type { Attached, AttachedStop } from '../stops/state';

export function hasOwedStop({ takeProfit, stopLoss }: Attached): boolean {
  return (takeProfit?.owed ?? 0) > 0 || (stopLoss?.owed ?? 0) > 0;
}

export function addAttachedStops({ stops }: CoreState, event: PerpetualOrderPlaced): void {
  const { order, user, market, position } = event;
  const takeProfit = attachedStop(event.takeProfit, event.takeProfitBy);
  const stopLoss = attachedStop(event.stopLoss, event.stopLossBy);
  if (!takeProfit && !stopLoss) return;
  stops.attached.set(order, { order, user, market, position, contract: 0, isOver: false, takeProfit, stopLoss });
}

/** Stops already placed stay unchanged; the amendment applies to lots opened later. */
export function replaceAttachedStops({ stops, orders }: CoreState, event: PerpetualOrderAmended): void {
  const { order, user, market, takeProfit, stopLoss } = event;
  if (takeProfit === undefined && stopLoss === undefined) return;
  const { contract } = getOrThrow(orders, order);
  const attached: Attached = stops.attached.get(order) ?? {
    ...{ order, user, market, position: contract?.position ?? 'long', contract: 0 },
    ...{ isOver: false, takeProfit: null, stopLoss: null },
  };
  if (takeProfit !== undefined) attached.takeProfit = attachedStop(takeProfit, event.takeProfitBy);
  if (stopLoss !== undefined) attached.stopLoss = attachedStop(stopLoss, event.stopLossBy);
  if (attached.takeProfit || attached.stopLoss) stops.attached.set(order, attached);
  else stops.attached.delete(order);
}

function attachedStop(trigger = 0, priceKind: PriceKind = 'mark'): AttachedStop | null {
  return trigger === 0 ? null : { trigger, by: priceKind, stop: 0, owed: 0 };
}

/** Called after an opening fill, before the order may end. */
export function noteOpened({ stops }: CoreState, order: Order, contract: number, lots: number): void {
  const attached = stops.attached.get(order.id);
  if (!attached) return;
  for (const one of [attached.takeProfit, attached.stopLoss]) if (one) one.owed += lots;
  attached.contract = contract;
  attached.isOver = order.filledQuantity === order.quantity;
  stops.owing.add(order.id);
}

/** Drops the order's attached stops at its end, but not those of lots already opened. */
export function removeAttachedStops({ stops }: CoreState, order: number): void {
  const attached = stops.attached.get(order);
  if (!attached) return;
  attached.isOver = true;
  if (!stops.owing.has(order)) stops.attached.delete(order);
}

/** The stop now exists and covers all opened lots. */
export function markStopPlaced(state: CoreState, order: number, kind: StopKind, stop: number): void {
  const attached = getOrThrow(state.stops.attached, order);
  const one = kind === 'take_profit' ? attached.takeProfit : attached.stopLoss;
  if (one) Object.assign(one, { stop, owed: 0 });
  dropSettledStops(state, attached);
}

/** Drops attached stops whose position has closed again. */
export function dropOwedStops(state: CoreState, contract: number): void {
  for (const order of state.stops.owing) {
    const attached = getOrThrow(state.stops.attached, order);
    if (attached.contract !== contract) continue;
    for (const one of [attached.takeProfit, attached.stopLoss]) if (one) one.owed = 0;
    dropSettledStops(state, attached);
  }
}

function dropSettledStops({ stops }: CoreState, attached: Attached): void {
  if (hasOwedStop(attached)) return;
  stops.owing.delete(attached.order);
  if (attached.isOver) stops.attached.delete(attached.order);
}
