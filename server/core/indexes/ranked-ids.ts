/** Ids ordered by a rank: a time or a price. Derived from the state, so snapshots exclude it. */
import { heapInOrder, heapInsert, heapRemove, type Heap, type HeapView } from './heap';

export type Ranked = Heap<RankedId>;
export interface RankedId {
  id: number;
  rank: number;
}
export type RankedView = HeapView<Readonly<RankedId>>;

export function createRanked(): Ranked {
  return { heap: [], places: new Map() };
}

/** The lowest rank, then the lowest id; null if empty. */
export function firstRanked({ heap }: RankedView): Readonly<RankedId> | null {
  return heap[0] ?? null;
}

/** Returns the ids ranked at or below `rank`, in order, at most `max`. The cost depends on the result only. */
export function rankedUpTo(ranked: RankedView, rank: number, max: number): Readonly<RankedId>[] {
  const found: Readonly<RankedId>[] = [];
  if (max <= 0) return found;
  for (const one of heapInOrder(ranked, comesBefore)) {
    if (one.rank > rank) break;
    found.push(one);
    if (found.length === max) break;
  }
  return found;
}

export function rank(ranked: Ranked, id: number, newRank: number): void {
  heapInsert(ranked, { id, rank: newRank }, comesBefore);
}

/** Does nothing if the id has no rank. */
export function unrank(ranked: Ranked, id: number): void {
  heapRemove(ranked, id, comesBefore);
}

function comesBefore(one: Readonly<RankedId>, other: Readonly<RankedId>): boolean {
  return one.rank !== other.rank ? one.rank < other.rank : one.id < other.id;
}
