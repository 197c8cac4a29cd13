/**
 * Orders whose trigger was reached and that have not fired yet, first to fire first. One trade can reach tens of thousands, so
 * neither the next one nor one from the middle may cost more than itself.
 */
export interface Reached {
  order: number;
  /** Position of the batch whose trade reached the trigger. */
  cause: number;
}

export interface ReachedOrders {
  /** Null where one has ended before it could fire; what stands before `first` has fired. */
  queue: (Reached | null)[];
  first: number;
  /** Where each order stands in the queue. */
  places: Map<number, number>;
}

export interface ReachedView {
  readonly queue: readonly (Readonly<Reached> | null)[];
  readonly first: number;
  readonly places: ReadonlyMap<number, number>;
}

export function createReached(): ReachedOrders {
  return { queue: [], first: 0, places: new Map() };
}

export function addReached({ queue, places }: ReachedOrders, reached: Reached): void {
  places.set(reached.order, queue.length);
  queue.push(reached);
}

/** The next to fire; null when none has been reached. */
export function nextReached({ queue, first }: ReachedView): Readonly<Reached> | null {
  return queue[first] ?? null;
}

export function isReached({ places }: ReachedView, order: number): boolean {
  return places.has(order);
}

/** It fires, or ends before it could. */
export function removeReached(reached: ReachedOrders, order: number): void {
  const place = reached.places.get(order);
  if (place === undefined) return;
  reached.places.delete(order);
  reached.queue[place] = null;
  while (reached.first < reached.queue.length && reached.queue[reached.first] === null) reached.first++;
  // Moved up when more than half has gone, so that each one is moved once.
  if (reached.first <= reached.queue.length / 2) return;
  const rest = reached.queue.slice(reached.first).filter((waiting) => waiting !== null);
  reached.queue = rest;
  reached.first = 0;
  reached.places = new Map(rest.map(({ order: id }, index) => [id, index]));
}

/** In the order in which they fire. */
export function reachedInOrder({ queue }: ReachedView): Readonly<Reached>[] {
  return queue.filter((waiting) => waiting !== null);
}
