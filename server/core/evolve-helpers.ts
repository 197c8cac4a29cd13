/** Helpers for the evolvers of all products: events must fit the state, and money moves by entries only. */
import type { Entry } from './ledger/entry';
import { post } from './ledger/ledger';
import { NumberedMap } from './indexes/numbered-map';
import { broken } from './rejection';
import type { CoreState } from './state';

/** Returns the value; throws if it is missing, since every event refers to existing objects. */
export function getOrThrow<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  // Two monomorphic calls, one per kind of map, so that the engine inlines both.
  const value = map instanceof NumberedMap ? (map as NumberedMap<V & object>).get(key as number) : map.get(key);
  return value ?? broken(`${String(key)} is unknown`);
}

export function postEntries(state: CoreState, entries: readonly Entry[]): void {
  for (const entry of entries) {
    post(state.ledger, state.holds, entry);
    if (entry.hold !== undefined && entry.hold >= state.counters.hold) state.counters.hold = entry.hold + 1;
    if (entry.into !== undefined && entry.into >= state.counters.hold) state.counters.hold = entry.into + 1;
  }
}

/** Records the highest id of the relational store that the journal contains. */
export function noteHighestUser({ highest }: Pick<CoreState, 'highest'>, user: number): void {
  if (user > highest.user) highest.user = user;
}

/** Sorted by key, in order of code units: unlike a locale's order it is the same everywhere. */
export function sortedByKey<K extends number | string, V>(map: ReadonlyMap<K, V>): [K, V][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
