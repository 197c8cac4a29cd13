/** What orders bring along, in the state: from the order to what it opens, which has no stop of its own until the core has placed it. */
import { known } from '../../../../core/folding';
import type { Order, PriceKind } from '../../../../core/market/order';
import type { CoreState } from '../../../../core/state';
import type { PerpetualOrderAmended, PerpetualOrderPlaced } from '../events';
import type { StopKind } from '../stops/commands';
import type { Attached, AttachedStop } from '../stops/state';

export function owesStop({ takeProfit, stopLoss }: Attached): boolean {
  return (takeProfit?.owed ?? 0) > 0 || (stopLoss?.owed ?? 0) > 0;
}

export function attach({ stops }: CoreState, event: PerpetualOrderPlaced): void {
  const { order, user, market, position } = event;
  const takeProfit = attachedStop(event.takeProfit, event.takeProfitBy);
  const stopLoss = attachedStop(event.stopLoss, event.stopLossBy);
  if (!takeProfit && !stopLoss) return;
  stops.attached.set(order, { order, user, market, position, contract: 0, isOver: false, takeProfit, stopLoss });
}

/** What it became already stays as it is; what comes is a stop of its own. */
export function reattach({ stops, orders }: CoreState, event: PerpetualOrderAmended): void {
  const { order, user, market, takeProfit, stopLoss } = event;
  if (takeProfit === undefined && stopLoss === undefined) return;
  const { contract } = known(orders, order);
  const attached: Attached = stops.attached.get(order) ?? {
    ...{ order, user, market, position: contract?.position ?? 'long', contract: 0 },
    ...{ isOver: false, takeProfit: null, stopLoss: null },
  };
  if (takeProfit !== undefined) attached.takeProfit = attachedStop(takeProfit, event.takeProfitBy);
  if (stopLoss !== undefined) attached.stopLoss = attachedStop(stopLoss, event.stopLossBy);
  if (attached.takeProfit || attached.stopLoss) stops.attached.set(order, attached);
  else stops.attached.delete(order);
}

function attachedStop(trigger = 0, by: PriceKind = 'mark'): AttachedStop | null {
  return trigger === 0 ? null : { trigger, by, stop: 0, owed: 0 };
}

/** After a fill that opened, and before the order may be over. */
export function noteOpened({ stops }: CoreState, order: Order, contract: number, lots: number): void {
  const attached = stops.attached.get(order.id);
  if (!attached) return;
  for (const one of [attached.takeProfit, attached.stopLoss]) if (one) one.owed += lots;
  attached.contract = contract;
  attached.isOver = order.filledQuantity === order.quantity;
  stops.owing.add(order.id);
}

/** After the end of an order, but not of what it has opened. */
export function detach({ stops }: CoreState, order: number): void {
  const attached = stops.attached.get(order);
  if (!attached) return;
  attached.isOver = true;
  if (!stops.owing.has(order)) stops.attached.delete(order);
}

/** Such a stop is there now, with all that was opened. */
export function settleOwed(state: CoreState, order: number, kind: StopKind, stop: number): void {
  const attached = known(state.stops.attached, order);
  const one = kind === 'take_profit' ? attached.takeProfit : attached.stopLoss;
  if (one) Object.assign(one, { stop, owed: 0 });
  settle(state, attached);
}

/** What was opened is closed again. */
export function forgetOwed(state: CoreState, contract: number): void {
  for (const order of state.stops.owing) {
    const attached = known(state.stops.attached, order);
    if (attached.contract !== contract) continue;
    for (const one of [attached.takeProfit, attached.stopLoss]) if (one) one.owed = 0;
    settle(state, attached);
  }
}

function settle({ stops }: CoreState, attached: Attached): void {
  if (owesStop(attached)) return;
  stops.owing.delete(attached.order);
  if (attached.isOver) stops.attached.delete(attached.order);
}
