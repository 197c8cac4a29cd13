/**
 * Stops that follow the price at a distance: those that have seen the same best price stand in one group, a new best price makes
 * one group of all that have it now, and of a group only the tightest is looked at. So a price that reaches nothing costs the same
 * however many follow it.
 */
import { createRanked, firstRanked, rank, unrank, type Ranked } from '../../../../core/indexes/ranked';
import { broken } from '../../../../core/rejection';

/** How far behind: ticks, or hundredths of a percent of the best price. */
export type Callback = { ticks: number } | { bp: number };

/** What follows one price in one direction: up, for what would sell, or down. */
export interface Trails {
  direction: 'up' | 'down';
  /** The best price that each has seen; the last group's is the nearest to the price of now. */
  groups: Group[];
  /** By the number of a stop. */
  groupOf: Map<number, Group>;
  /** Groups by the price at which their tightest is reached, the next first; of each group one rank a way of measuring. */
  next: Ranked;
  byNumber: Map<number, Group>;
  numbers: number;
}
interface Group {
  /** Of no meaning but to tell groups apart. */
  number: number;
  extreme: number;
  /** The tightest first, of the same size the lowest number. */
  ticks: Ranked;
  bp: Ranked;
}
const WAYS = ['ticks', 'bp'] as const;
const WHOLE_BP = 10_000;

export function createTrails(direction: Trails['direction']): Trails {
  return { direction, groups: [], groupOf: new Map(), next: createRanked(), byNumber: new Map(), numbers: 0 };
}

/** The price, in ticks, at which it is reached after `extreme`: rounded away from that. */
export function trailedTo(direction: Trails['direction'], extreme: number, callback: Callback): number {
  if ('ticks' in callback) return direction === 'up' ? extreme - callback.ticks : extreme + callback.ticks;
  return direction === 'up'
    ? Math.floor((extreme * (WHOLE_BP - callback.bp)) / WHOLE_BP)
    : Math.ceil((extreme * (WHOLE_BP + callback.bp)) / WHOLE_BP);
}

/** One that begins to follow at the price of now, or that a snapshot tells of with the best price that it has seen. */
export function follow(trails: Trails, stop: number, callback: Callback, extreme: number): void {
  const { groups, groupOf } = trails;
  const at = placeOf(trails, extreme);
  let group = groups[at] as Group | undefined;
  if (group?.extreme !== extreme) {
    group = { number: trails.numbers++, extreme, ticks: createRanked(), bp: createRanked() };
    groups.splice(at, 0, group);
    trails.byNumber.set(group.number, group);
  }
  put(group, stop, callback);
  groupOf.set(stop, group);
  lookAt(trails, group);
}

/** Nothing where it follows no more. */
export function unfollow(trails: Trails, stop: number): boolean {
  const group = trails.groupOf.get(stop);
  if (!group) return false;
  trails.groupOf.delete(stop);
  for (const way of WAYS) unrank(group[way], stop);
  lookAt(trails, group);
  if (group.ticks.heap.length + group.bp.heap.length === 0) dissolve(trails, group);
  return true;
}

/** The best price that one has seen; null when it does not follow. */
export function extremeOf({ groupOf }: Pick<Trails, 'groupOf'>, stop: number): number | null {
  return groupOf.get(stop)?.extreme ?? null;
}

export interface Trailed {
  stop: number;
  extreme: number;
  trigger: number;
}

/** Takes out those that a price has reached: by the price that they were to be reached at, the first to come first. */
export function trail(trails: Trails, price: number): Trailed[] {
  const reached: Trailed[] = [];
  for (let first = firstRanked(trails.next); first; first = firstRanked(trails.next)) {
    const trigger = trails.direction === 'up' ? -first.rank : first.rank;
    if (trails.direction === 'up' ? price > trigger : price < trigger) break;
    const way = WAYS[first.id % WAYS.length];
    const number = (first.id - (first.id % WAYS.length)) / WAYS.length;
    const group = trails.byNumber.get(number) ?? broken(`no group ${number} of trailing stops`);
    const { id: stop } = firstRanked(group[way]) ?? broken('a group of trailing stops is empty');
    reached.push({ stop, extreme: group.extreme, trigger });
    unfollow(trails, stop);
  }
  raise(trails, price);
  // Groups have numbers by chance of their history; the order in which stops fire has to follow from what they are.
  const toWin = trails.direction === 'up' ? -1 : 1;
  return reached.sort((one, other) => toWin * (one.trigger - other.trigger) || one.stop - other.stop);
}

/** All that have seen no better price than this one have seen it now. */
function raise(trails: Trails, price: number): void {
  const { groups } = trails;
  let largest: Group | null = null;
  while (groups.length > 0 && isBetter(trails, price, groups[groups.length - 1].extreme)) {
    const group = groups.pop() as Group;
    largest = largest === null ? group : joined(trails, largest, group);
  }
  if (!largest) return;
  const same = groups[groups.length - 1] as Group | undefined;
  if (same?.extreme === price) {
    groups.pop();
    largest = joined(trails, largest, same);
  }
  largest.extreme = price;
  groups.push(largest);
  lookAt(trails, largest);
}

/** The smaller one moves into the other, so that no stop moves more often than the logarithm of how many there are. */
function joined(trails: Trails, one: Group, other: Group): Group {
  const size = ({ ticks, bp }: Group): number => ticks.heap.length + bp.heap.length;
  const [into, from] = size(one) < size(other) ? [other, one] : [one, other];
  for (const way of WAYS) {
    for (const { id, rank: by } of from[way].heap) {
      rank(into[way], id, by);
      trails.groupOf.set(id, into);
    }
    unrank(trails.next, from.number * WAYS.length + WAYS.indexOf(way));
  }
  trails.byNumber.delete(from.number);
  return into;
}

function dissolve(trails: Trails, group: Group): void {
  trails.groups.splice(placeOf(trails, group.extreme), 1);
  trails.byNumber.delete(group.number);
}

/** Where a group with this extreme stands, or would. */
function placeOf(trails: Trails, extreme: number): number {
  let [low, high] = [0, trails.groups.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBetter(trails, trails.groups[middle].extreme, extreme)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBetter({ direction }: Trails, one: number, other: number): boolean {
  return direction === 'up' ? one > other : one < other;
}

function put(group: Group, stop: number, callback: Callback): void {
  if ('ticks' in callback) rank(group.ticks, stop, callback.ticks);
  else rank(group.bp, stop, callback.bp);
}

/** Ranks a group by what it has now. */
function lookAt({ direction, next }: Trails, group: Group): void {
  for (const way of WAYS) {
    const id = group.number * WAYS.length + WAYS.indexOf(way);
    const tightest = firstRanked(group[way]);
    if (!tightest) {
      unrank(next, id);
      continue;
    }
    const trigger = trailedTo(
      direction,
      group.extreme,
      way === 'ticks' ? { ticks: tightest.rank } : { bp: tightest.rank },
    );
    rank(next, id, direction === 'up' ? -trigger : trigger);
  }
}
