/**
 * Things with numbers in an order: the first of them at once, any of them in or out in the logarithm of how many there are, and the
 * next ones one after the other without taking any out.
 */
export interface Heap<T extends { id: number }> {
  heap: T[];
  /** Where each stands in the heap. */
  places: Map<number, number>;
}
export interface HeapView<T> {
  readonly heap: readonly T[];
}
/** Never of two that are the same: of equals the number decides. */
export type Before<T> = (one: Readonly<T>, other: Readonly<T>) => boolean;

/** Costs as much as there are. */
export function heapOf<T extends { id: number }>(all: T[], before: Before<T>): Heap<T> {
  const heap: Heap<T> = { heap: all, places: new Map(all.map(({ id }, place) => [id, place])) };
  for (let at = (all.length >>> 1) - 1; at >= 0; at--) settle(heap, at, before, at);
  return heap;
}

/** In place of what stood under its number. */
export function putInto<T extends { id: number }>(heap: Heap<T>, one: T, before: Before<T>): void {
  removeFrom(heap, one.id, before);
  heap.heap.push(one);
  settle(heap, heap.heap.length - 1, before);
}

/** Nothing where it is not there. */
export function removeFrom<T extends { id: number }>(of: Heap<T>, id: number, before: Before<T>): void {
  const { heap, places } = of;
  const at = places.get(id);
  if (at === undefined) return;
  places.delete(id);
  const last = heap.pop() as T;
  if (at === heap.length) return;
  heap[at] = last;
  settle(of, at, before);
}

/** In their order, as many as are asked for: costs what is taken. */
export function* inOrder<T extends { id: number }>({ heap }: HeapView<T>, before: Before<T>): Generator<T> {
  // What may come next stands below what was found: places, in a heap of their own.
  const next: Heap<{ id: number }> = { heap: [], places: new Map() };
  const comes: Before<{ id: number }> = (one, other) => before(heap[one.id], heap[other.id]);
  if (heap.length > 0) putInto(next, { id: 0 }, comes);
  while (next.heap.length > 0) {
    const { id: at } = next.heap[0];
    removeFrom(next, at, comes);
    yield heap[at];
    for (const below of [2 * at + 1, 2 * at + 2]) if (below < heap.length) putInto(next, { id: below }, comes);
  }
}

/** Moves one up, as far as `top`, or down until it stands behind what comes before it and before what comes behind it. */
function settle<T extends { id: number }>({ heap, places }: Heap<T>, from: number, before: Before<T>, top = 0): void {
  const one = heap[from];
  let at = from;
  const put = (moved: T): void => {
    heap[at] = moved;
    places.set(moved.id, at);
  };
  while (at > top) {
    const above = (at - 1) >>> 1;
    if (!before(one, heap[above])) break;
    put(heap[above]);
    at = above;
  }
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && before(heap[below + 1], heap[below])) below++;
    if (!before(heap[below], one)) break;
    put(heap[below]);
    at = below;
  }
  put(one);
}
