/**
 * Liquidations of accounts that wait, grouped by the markets of their positions. A halted market or a stale mark blocks all accounts with
 * positions in the same markets. Each set of markets therefore costs one check, however many accounts wait. The groups derive from
 * accounts, so snapshots do not hold them.
 */
import { createRanked, rank, unrank, type Ranked } from '../../../../core/indexes/ranked-ids';

/** Accounts of one asset with positions in the same markets; at least one. */
export interface AccountGroup {
  asset: string;
  /** In order of listing; empty if no position is left. */
  markets: readonly string[];
  /** Users in order. */
  users: Ranked;
}

export interface AccountQueue {
  /** By asset and markets. */
  groups: Map<string, AccountGroup>;
  /** Key of each user's group. */
  keys: Map<number, string>;
}

export function createAccountQueue(): AccountQueue {
  return { groups: new Map(), keys: new Map() };
}

/** The user must not be waiting there yet. */
export function enqueueAccount(
  { groups: alike, keys }: AccountQueue,
  user: number,
  place: number,
  { asset, markets }: Pick<AccountGroup, 'asset' | 'markets'>,
): void {
  const key = [asset, ...markets].join(' ');
  let same = alike.get(key);
  if (!same) alike.set(key, (same = { asset, markets, users: createRanked() }));
  rank(same.users, user, place);
  keys.set(user, key);
}

/** Does nothing if the user does not wait. */
export function dequeueAccount({ groups: alike, keys }: AccountQueue, user: number): void {
  const key = keys.get(user);
  const same = key === undefined ? undefined : alike.get(key);
  if (key === undefined || same === undefined) return;
  unrank(same.users, user);
  if (same.users.heap.length === 0) alike.delete(key);
  keys.delete(user);
}
