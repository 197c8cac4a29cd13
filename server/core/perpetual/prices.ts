/**
 * Things in the order in which a moving mark passes their prices: a binary heap that knows where each of them stands. Looking at the first
 * costs one comparison, moving one costs as many as the tree is high.
 */
import type { PositionSide } from '../market/order';

export interface PriceOf {
  id: number;
  /** Ticks. */
  price: number;
}
export interface Prices {
  /** `long`: passed by a falling mark, `short`: by a rising one. */
  side: PositionSide;
  /** The first to be passed at its top. */
  heap: PriceOf[];
  /** Where each stands in it. */
  places: Map<number, number>;
}

export function createPrices(side: PositionSide): Prices {
  return { side, heap: [], places: new Map() };
}

/** Puts one where its price belongs, or takes it out. */
export function place(found: Prices, id: number, price: number | null): void {
  const { heap, places } = found;
  const at = places.get(id);
  if (price === null) {
    if (at === undefined) return;
    places.delete(id);
    const last = heap.pop();
    if (!last || at === heap.length) return;
    put(found, at, last);
    settle(found, at);
    return;
  }
  if (at === undefined) {
    heap.push({ id, price });
    places.set(id, heap.length - 1);
    settle(found, heap.length - 1);
    return;
  }
  if (heap[at].price === price) return;
  heap[at].price = price;
  settle(found, at);
}

function put({ heap, places }: Prices, at: number, one: PriceOf): void {
  heap[at] = one;
  places.set(one.id, at);
}

/** Moves one up or down until it stands behind what comes before it and before what comes behind it. */
function settle(found: Prices, from: number): void {
  const { heap, side } = found;
  const one = heap[from];
  let at = from;
  while (at > 0) {
    const above = (at - 1) >>> 1;
    if (!comesBefore(side, one, heap[above])) break;
    put(found, at, heap[above]);
    at = above;
  }
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && comesBefore(side, heap[below + 1], heap[below])) below++;
    if (!comesBefore(side, heap[below], one)) break;
    put(found, at, heap[below]);
    at = below;
  }
  put(found, at, one);
}

/** A falling mark reaches the highest price of the longs first, a rising one the lowest of the shorts; of one price the lower number. */
function comesBefore(side: PositionSide, one: PriceOf, other: PriceOf): boolean {
  if (one.price !== other.price) return side === 'long' ? one.price > other.price : one.price < other.price;
  return one.id < other.id;
}
