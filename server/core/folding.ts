/** What the evolvers of all products share: facts must fit, and money moves by entries. */
import type { Entry } from './ledger/entry';
import { post } from './ledger/ledger';
import { Numbered } from './indexes/numbered';
import { broken } from './rejection';
import type { CoreState } from './state';

/** What an event names is there; anything else is a crash. */
export function known<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  // Two calls, of which each meets one kind of map: the engine writes them both out then.
  const value = map instanceof Numbered ? (map as Numbered<V & object>).get(key as number) : map.get(key);
  return value ?? broken(`${String(key)} is unknown`);
}

export function postAll(state: CoreState, entries: readonly Entry[]): void {
  for (const entry of entries) {
    post(state.ledger, state.holds, entry);
    if (entry.hold !== undefined && entry.hold >= state.counters.hold) state.counters.hold = entry.hold + 1;
    if (entry.into !== undefined && entry.into >= state.counters.hold) state.counters.hold = entry.into + 1;
  }
}

/** Ids of the relational store that the journal names. */
export function nameUser({ highest }: Pick<CoreState, 'highest'>, user: number): void {
  if (user > highest.user) highest.user = user;
}

/** By key: the order of code units is the same everywhere, that of a locale is not. */
export function sorted<K extends number | string, V>(map: ReadonlyMap<K, V>): [K, V][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
