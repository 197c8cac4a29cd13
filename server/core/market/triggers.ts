/** What waits for a price: by trigger, then by arrival, above the price on the `sell` side and below it on the `buy` side. */
import type { CoreState } from '../state';
import { addOrder, bestTicks, firstSlot, removeOrder, slotOrder, type Book } from './book';
import type { OrderSide } from './order';
import { addReached } from './reached';

export interface Waits {
  id: number;
  user: number;
  trigger: number;
}

/** It is reached when the price comes to it from where it lies now. */
export function wait(triggers: Book, { id, user, trigger }: Waits, price: number): void {
  addOrder(triggers, trigger > price ? 'sell' : 'buy', id, user, trigger, 1);
}

/** Moves what a price has reached to what the core owes, by trigger price, then arrival. */
export function reachTriggers(state: CoreState, triggers: Book, price: number, cause: number): void {
  for (let next = bestTicks(triggers, 'sell'); next !== 0 && next <= price; next = bestTicks(triggers, 'sell')) {
    reach(state, triggers, 'sell', cause);
  }
  for (let next = bestTicks(triggers, 'buy'); next !== 0 && next >= price; next = bestTicks(triggers, 'buy')) {
    reach(state, triggers, 'buy', cause);
  }
}

function reach(state: CoreState, triggers: Book, side: OrderSide, cause: number): void {
  const order = slotOrder(triggers, firstSlot(triggers, side));
  removeOrder(triggers, order);
  addReached(state.reached, { order, cause });
}
