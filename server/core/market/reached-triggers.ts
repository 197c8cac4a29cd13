/**
 * Orders whose trigger was reached but has not fired, in firing order. One trade can reach tens of thousands, so access
 * to the next and removal of any take constant time.
 */
export interface ReachedTrigger {
  order: number;
  /** Position of the batch whose trade reached the trigger. */
  cause: number;
}

export interface ReachedOrders {
  /** Null if the order ended before it fired; entries before `first` have fired. */
  queue: (ReachedTrigger | null)[];
  first: number;
  /** Index in the queue, by order. */
  places: Map<number, number>;
}

export interface ReachedView {
  readonly queue: readonly (Readonly<ReachedTrigger> | null)[];
  readonly first: number;
  readonly places: ReadonlyMap<number, number>;
}

export function createReached(): ReachedOrders {
  return { queue: [], first: 0, places: new Map() };
}

export function addReached({ queue, places }: ReachedOrders, trigger: ReachedTrigger): void {
  places.set(trigger.order, queue.length);
  queue.push(trigger);
}

/** The next to fire; null if there is none. */
export function nextReached({ queue, first }: ReachedView): Readonly<ReachedTrigger> | null {
  return queue[first] ?? null;
}

export function isReached({ places }: ReachedView, order: number): boolean {
  return places.has(order);
}

/** The order fires or ends before it fires. */
export function removeReached(reachedOrders: ReachedOrders, order: number): void {
  const place = reachedOrders.places.get(order);
  if (place === undefined) return;
  reachedOrders.places.delete(order);
  reachedOrders.queue[place] = null;
  while (reachedOrders.first < reachedOrders.queue.length && reachedOrders.queue[reachedOrders.first] === null)
    reachedOrders.first++;
  // The queue is compacted when more than half has gone, so each entry moves once on average.
  if (reachedOrders.first <= reachedOrders.queue.length / 2) return;
  const rest = reachedOrders.queue.slice(reachedOrders.first).filter((entry) => entry !== null);
  reachedOrders.queue = rest;
  reachedOrders.first = 0;
  reachedOrders.places = new Map(rest.map(({ order: id }, index) => [id, index]));
}

/** In firing order. */
export function reachedInOrder({ queue }: ReachedView): Readonly<ReachedTrigger>[] {
  return queue.filter((entry) => entry !== null);
}
