/** Orders waiting for a trigger price, by trigger, then by arrival: above the price on the `sell` side, below it on the `buy` side. */
import type { CoreState } from '../state';
import { addOrder, bestTicks, firstSlot, removeOrder, slotOrder, type Book } from './book';
import type { OrderSide } from './order';
import { addReached } from './reached-triggers';

export interface WaitingOrder {
  id: number;
  user: number;
  trigger: number;
}

/** The trigger is reached when the price crosses it from its present side. */
export function addTrigger(triggers: Book, { id, user, trigger }: WaitingOrder, price: number): void {
  addOrder(triggers, trigger > price ? 'sell' : 'buy', id, user, trigger, 1);
}

/** Moves reached orders to the core's due items, by trigger price, then arrival. */
export function reachTriggers(state: CoreState, triggers: Book, price: number, cause: number): void {
  for (let next = bestTicks(triggers, 'sell'); next !== 0 && next <= price; next = bestTicks(triggers, 'sell')) {
    moveReached(state, triggers, 'sell', cause);
  }
  for (let next = bestTicks(triggers, 'buy'); next !== 0 && next >= price; next = bestTicks(triggers, 'buy')) {
    moveReached(state, triggers, 'buy', cause);
  }
}

function moveReached(state: CoreState, triggers: Book, side: OrderSide, cause: number): void {
  const order = slotOrder(triggers, firstSlot(triggers, side));
  removeOrder(triggers, order);
  addReached(state.reached, { order, cause });
}
