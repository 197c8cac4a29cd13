/**
 * A heap of numbered elements: the first in constant time, insertion and removal of any element in logarithmic time, and ordered iteration
 * without removal.
 */
export interface Heap<T extends { id: number }> {
  heap: T[];
  /** Index in the heap, by id. */
  places: Map<number, number>;
}
export interface HeapView<T> {
  readonly heap: readonly T[];
}
/** A total order: elements that compare equal are ordered by their number. */
export type Before<T> = (one: Readonly<T>, other: Readonly<T>) => boolean;

/** Builds a heap in O(n). */
export function heapOf<T extends { id: number }>(items: T[], before: Before<T>): Heap<T> {
  const heap: Heap<T> = { heap: items, places: new Map(items.map(({ id }, place) => [id, place])) };
  for (let at = (items.length >>> 1) - 1; at >= 0; at--) siftUpAndDown(heap, at, before, at);
  return heap;
}

/** Replaces any element with the same number. */
export function heapInsert<T extends { id: number }>(heap: Heap<T>, one: T, before: Before<T>): void {
  heapRemove(heap, one.id, before);
  heap.heap.push(one);
  siftUpAndDown(heap, heap.heap.length - 1, before);
}

/** Does nothing if the element is absent. */
export function heapRemove<T extends { id: number }>(target: Heap<T>, id: number, before: Before<T>): void {
  const { heap, places } = target;
  const at = places.get(id);
  if (at === undefined) return;
  places.delete(id);
  const last = heap.pop() as T;
  if (at === heap.length) return;
  heap[at] = last;
  siftUpAndDown(target, at, before);
}

/** Iterates lazily in order; the cost depends on the visited elements only. */
export function* heapInOrder<T extends { id: number }>({ heap }: HeapView<T>, before: Before<T>): Generator<T> {
  // Candidates are the children of visited elements, kept by index in a second heap.
  const next: Heap<{ id: number }> = { heap: [], places: new Map() };
  const precedes: Before<{ id: number }> = (one, other) => before(heap[one.id], heap[other.id]);
  if (heap.length > 0) heapInsert(next, { id: 0 }, precedes);
  while (next.heap.length > 0) {
    const { id: at } = next.heap[0];
    heapRemove(next, at, precedes);
    yield heap[at];
    for (const below of [2 * at + 1, 2 * at + 2]) if (below < heap.length) heapInsert(next, { id: below }, precedes);
  }
}

/** Moves an element up, at most to `top`, or down, until the heap order holds. */
function siftUpAndDown<T extends { id: number }>(
  { heap, places }: Heap<T>,
  from: number,
  before: Before<T>,
  top = 0,
): void {
  const one = heap[from];
  let at = from;
  const put = (element: T): void => {
    heap[at] = element;
    places.set(element.id, at);
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
