/**
 * An ordered set of ids with iteration from any id. Ids lie in blocks of neighbours, so an insertion or removal among a
 * million ids moves at most a few hundred.
 */
const BLOCK = 512;

export interface OrderedIds {
  /** Numbers of non-empty blocks, ascending. */
  numbers: number[];
  /** Ids by block, ascending; none is empty. */
  blocks: Map<number, number[]>;
}
type OrderedIdsView = { readonly numbers: readonly number[]; readonly blocks: ReadonlyMap<number, readonly number[]> };

export function createOrderedIds(): OrderedIds {
  return { numbers: [], blocks: new Map() };
}

export function addId({ numbers, blocks }: OrderedIds, id: number): void {
  const number = Math.floor(id / BLOCK);
  const block = blocks.get(number);
  if (!block) {
    blocks.set(number, [id]);
    numbers.splice(placeOf(numbers, number), 0, number);
    return;
  }
  const place = placeOf(block, id);
  if (block[place] !== id) block.splice(place, 0, id);
}

export function removeId({ numbers, blocks }: OrderedIds, id: number): void {
  const number = Math.floor(id / BLOCK);
  const block = blocks.get(number);
  const place = block ? placeOf(block, id) : 0;
  if (block?.[place] !== id) return;
  block.splice(place, 1);
  if (block.length > 0) return;
  blocks.delete(number);
  numbers.splice(placeOf(numbers, number), 1);
}

/** Returns at most `max` ids above `after` and up to `upTo`, ascending. */
export function idsAfter({ numbers, blocks }: OrderedIdsView, after: number, max: number, upTo = Infinity): number[] {
  const found: number[] = [];
  for (let index = placeOf(numbers, Math.floor(after / BLOCK)); index < numbers.length; index++) {
    const block = blocks.get(numbers[index]) as readonly number[];
    for (let place = placeOf(block, after + 1); place < block.length; place++) {
      if (found.length === max || block[place] > upTo) return found;
      found.push(block[place]);
    }
  }
  return found;
}

/** Returns the index of the first element that is not less than the value. */
function placeOf(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
