/** Ids by a number that each has, a time or a price. It follows from the state, so no snapshot tells it. */
import { inOrder, putInto, removeFrom, type Heap, type HeapView } from './heap';

export type Ranked = Heap<RankedId>;
export interface RankedId {
  id: number;
  rank: number;
}
export type RankedView = HeapView<Readonly<RankedId>>;

export function createRanked(): Ranked {
  return { heap: [], places: new Map() };
}

/** The lowest rank, of one rank the lowest id; null when there is none. */
export function firstRanked({ heap }: RankedView): Readonly<RankedId> | null {
  return heap[0] ?? null;
}

/** In their order: as many as stand at or below `rank`, at most so many. Costs what it finds. */
export function rankedThrough(ranked: RankedView, rank: number, most: number): Readonly<RankedId>[] {
  const found: Readonly<RankedId>[] = [];
  if (most <= 0) return found;
  for (const one of inOrder(ranked, comesBefore)) {
    if (one.rank > rank) break;
    found.push(one);
    if (found.length === most) break;
  }
  return found;
}

export function rank(ranked: Ranked, id: number, by: number): void {
  putInto(ranked, { id, rank: by }, comesBefore);
}

/** Nothing where it has no rank. */
export function unrank(ranked: Ranked, id: number): void {
  removeFrom(ranked, id, comesBefore);
}

function comesBefore(one: Readonly<RankedId>, other: Readonly<RankedId>): boolean {
  return one.rank !== other.rank ? one.rank < other.rank : one.id < other.id;
}
