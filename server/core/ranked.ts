/**
 * Ids by a number that each has, a time or a price: the first of them at once, any of them out in the logarithm of how many
 * there are. It follows from the state, so no snapshot tells it.
 */
export interface Ranked {
  heap: RankedId[];
  /** Where each id stands in the heap. */
  places: Map<number, number>;
}
export interface RankedId {
  id: number;
  rank: number;
}
export interface RankedView {
  readonly heap: readonly Readonly<RankedId>[];
}

export function createRanked(): Ranked {
  return { heap: [], places: new Map() };
}

/** The lowest rank, of one rank the lowest id; null when there is none. */
export function firstRanked({ heap }: RankedView): Readonly<RankedId> | null {
  return heap[0] ?? null;
}

/** In their order: as many as stand at or below `rank`, at most so many. Costs what it finds. */
export function rankedThrough({ heap }: RankedView, rank: number, most: number): Readonly<RankedId>[] {
  const found: Readonly<RankedId>[] = [];
  // What may come next stands below what was found: a small heap of places.
  const next: number[] = heap.length > 0 ? [0] : [];
  while (next.length > 0 && found.length < most) {
    let best = 0;
    for (let place = 1; place < next.length; place++) {
      if (comesBefore(heap[next[place]], heap[next[best]])) best = place;
    }
    const [at] = next.splice(best, 1);
    if (heap[at].rank > rank) break;
    found.push(heap[at]);
    for (const below of [2 * at + 1, 2 * at + 2]) if (below < heap.length) next.push(below);
  }
  return found;
}

export function rank(ranked: Ranked, id: number, by: number): void {
  unrank(ranked, id);
  ranked.heap.push({ id, rank: by });
  settle(ranked, ranked.heap.length - 1);
}

/** Nothing where it has no rank. */
export function unrank(ranked: Ranked, id: number): void {
  const { heap, places } = ranked;
  const at = places.get(id);
  if (at === undefined) return;
  places.delete(id);
  const last = heap.pop() as RankedId;
  if (at === heap.length) return;
  heap[at] = last;
  settle(ranked, at);
}

/** Moves one up or down until it stands behind what comes before it and before what comes behind it. */
function settle({ heap, places }: Ranked, from: number): void {
  const one = heap[from];
  let at = from;
  const put = (moved: RankedId): void => {
    heap[at] = moved;
    places.set(moved.id, at);
  };
  while (at > 0) {
    const above = (at - 1) >>> 1;
    if (!comesBefore(one, heap[above])) break;
    put(heap[above]);
    at = above;
  }
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && comesBefore(heap[below + 1], heap[below])) below++;
    if (!comesBefore(heap[below], one)) break;
    put(heap[below]);
    at = below;
  }
  put(one);
}

function comesBefore(one: Readonly<RankedId>, other: Readonly<RankedId>): boolean {
  return one.rank !== other.rank ? one.rank < other.rank : one.id < other.id;
}
