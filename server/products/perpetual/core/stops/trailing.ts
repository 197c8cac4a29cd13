/**
 * Trailing stops, grouped by the best price so far. A new best price merges the groups that reach it, and only the tightest stop of a group
 * is compared. A price that triggers nothing therefore costs the same for any number of stops.
 */
import { createRanked, firstRanked, rank, unrank, type Ranked } from '../../../../core/indexes/ranked-ids';
import { broken } from '../../../../core/rejection';

/** Distance behind the best price: ticks, or hundredths of a percent. */
export type Callback = { ticks: number } | { bp: number };

/** Stops that follow one price in one direction: up for sells, down for buys. */
export interface TrailingGroups {
  direction: 'up' | 'down';
  /** Ordered by best price; the last group's is nearest to the current price. */
  groups: Group[];
  /** By stop id. */
  groupOf: Map<number, Group>;
  /** Groups by the price at which their tightest stop triggers, the next first; one rank per group and callback kind. */
  next: Ranked;
  byNumber: Map<number, Group>;
  numbers: number;
}
interface Group {
  /** Arbitrary number that identifies the group. */
  number: number;
  extreme: number;
  /** The tightest first; at equal distance the lowest id. */
  ticks: Ranked;
  bp: Ranked;
}
const CALLBACK_KINDS = ['ticks', 'bp'] as const;
const WHOLE_BP = 10_000;

export function createTrailingGroups(direction: TrailingGroups['direction']): TrailingGroups {
  return { direction, groups: [], groupOf: new Map(), next: createRanked(), byNumber: new Map(), numbers: 0 };
}

/** Trigger price in ticks after `extreme`, rounded away from it. */
export function trailingTriggerPrice(
  direction: TrailingGroups['direction'],
  extreme: number,
  callback: Callback,
): number {
  if ('ticks' in callback) return direction === 'up' ? extreme - callback.ticks : extreme + callback.ticks;
  return direction === 'up'
    ? Math.floor((extreme * (WHOLE_BP - callback.bp)) / WHOLE_BP)
    : Math.ceil((extreme * (WHOLE_BP + callback.bp)) / WHOLE_BP);
}

/** Adds a stop that follows from the current price, or one from a snapshot with its best price so far. */
export function startTrailing(trails: TrailingGroups, stop: number, callback: Callback, extreme: number): void {
  const { groups, groupOf } = trails;
  const at = groupIndexOf(trails, extreme);
  let group = groups[at] as Group | undefined;
  if (group?.extreme !== extreme) {
    group = { number: trails.numbers++, extreme, ticks: createRanked(), bp: createRanked() };
    groups.splice(at, 0, group);
    trails.byNumber.set(group.number, group);
  }
  addToGroup(group, stop, callback);
  groupOf.set(stop, group);
  rankGroup(trails, group);
}

/** Does nothing if the stop no longer follows. */
export function stopTrailing(trails: TrailingGroups, stop: number): boolean {
  const group = trails.groupOf.get(stop);
  if (!group) return false;
  trails.groupOf.delete(stop);
  for (const callbackKind of CALLBACK_KINDS) unrank(group[callbackKind], stop);
  rankGroup(trails, group);
  if (group.ticks.heap.length + group.bp.heap.length === 0) removeGroup(trails, group);
  return true;
}

/** The best price seen by a stop; null if it does not follow. */
export function extremeOf({ groupOf }: Pick<TrailingGroups, 'groupOf'>, stop: number): number | null {
  return groupOf.get(stop)?.extreme ?? null;
}

export interface ReachedTrailingStop {
  stop: number;
  extreme: number;
  trigger: number;
}

/** Removes and returns stops reached by a price, ordered by their trigger prices, nearest first. */
export function takeReachedStops(trails: TrailingGroups, price: number): ReachedTrailingStop[] {
  const reachedStops: ReachedTrailingStop[] = [];
  for (let first = firstRanked(trails.next); first; first = firstRanked(trails.next)) {
    const trigger = trails.direction === 'up' ? -first.rank : first.rank;
    if (trails.direction === 'up' ? price > trigger : price < trigger) break;
    const callbackKind = CALLBACK_KINDS[first.id % CALLBACK_KINDS.length];
    const number = (first.id - (first.id % CALLBACK_KINDS.length)) / CALLBACK_KINDS.length;
    const group = trails.byNumber.get(number) ?? broken(`no group ${number} of trailing stops`);
    const { id: stop } = firstRanked(group[callbackKind]) ?? broken('a group of trailing stops is empty');
    reachedStops.push({ stop, extreme: group.extreme, trigger });
    stopTrailing(trails, stop);
  }
  raiseExtreme(trails, price);
  // Group numbers depend on history; the order in which stops fire must depend on the stops alone.
  const toWin = trails.direction === 'up' ? -1 : 1;
  return reachedStops.sort((one, other) => toWin * (one.trigger - other.trigger) || one.stop - other.stop);
}

/** All groups with a worse best price now have this one. */
function raiseExtreme(trails: TrailingGroups, price: number): void {
  const { groups } = trails;
  let largest: Group | null = null;
  while (groups.length > 0 && isBetterPrice(trails, price, groups[groups.length - 1].extreme)) {
    const group = groups.pop() as Group;
    largest = largest === null ? group : mergeGroups(trails, largest, group);
  }
  if (!largest) return;
  const same = groups[groups.length - 1] as Group | undefined;
  if (same?.extreme === price) {
    groups.pop();
    largest = mergeGroups(trails, largest, same);
  }
  largest.extreme = price;
  groups.push(largest);
  rankGroup(trails, largest);
}

/** The smaller group moves into the larger one, so that a stop moves at most log2(number of stops) times. */
function mergeGroups(trails: TrailingGroups, one: Group, other: Group): Group {
  const size = ({ ticks, bp }: Group): number => ticks.heap.length + bp.heap.length;
  const [into, from] = size(one) < size(other) ? [other, one] : [one, other];
  for (const callbackKind of CALLBACK_KINDS) {
    for (const { id, rank: stopRank } of from[callbackKind].heap) {
      rank(into[callbackKind], id, stopRank);
      trails.groupOf.set(id, into);
    }
    unrank(trails.next, from.number * CALLBACK_KINDS.length + CALLBACK_KINDS.indexOf(callbackKind));
  }
  trails.byNumber.delete(from.number);
  return into;
}

function removeGroup(trails: TrailingGroups, group: Group): void {
  trails.groups.splice(groupIndexOf(trails, group.extreme), 1);
  trails.byNumber.delete(group.number);
}

/** Index of the group with this extreme, or its insertion point. */
function groupIndexOf(trails: TrailingGroups, extreme: number): number {
  let [low, high] = [0, trails.groups.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBetterPrice(trails, trails.groups[middle].extreme, extreme)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBetterPrice({ direction }: TrailingGroups, one: number, other: number): boolean {
  return direction === 'up' ? one > other : one < other;
}

function addToGroup(group: Group, stop: number, callback: Callback): void {
  if ('ticks' in callback) rank(group.ticks, stop, callback.ticks);
  else rank(group.bp, stop, callback.bp);
}

/** Ranks a group by its current stops. */
function rankGroup({ direction, next }: TrailingGroups, group: Group): void {
  for (const callbackKind of CALLBACK_KINDS) {
    const id = group.number * CALLBACK_KINDS.length + CALLBACK_KINDS.indexOf(callbackKind);
    const tightest = firstRanked(group[callbackKind]);
    if (!tightest) {
      unrank(next, id);
      continue;
    }
    const trigger = trailingTriggerPrice(
      direction,
      group.extreme,
      callbackKind === 'ticks' ? { ticks: tightest.rank } : { bp: tightest.rank },
    );
    rank(next, id, direction === 'up' ? -trigger : trigger);
  }
}
