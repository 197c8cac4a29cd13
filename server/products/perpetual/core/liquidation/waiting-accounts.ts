/**
 * Accounts whose liquidation waits, apart by the markets of their positions: what keeps one of them from being judged, a market that stands
 * still or a mark that is too old, keeps all with positions in the same markets. So those that have to wait cost one look for each such set of
 * markets, however many they are. It follows from accounts, so no snapshot tells it.
 */
import { createRanked, rank, unrank, type Ranked } from '../../../../core/indexes/ranked';

/** Accounts of one asset with positions in the same markets; at least one. */
export interface Alike {
  asset: string;
  /** As they were listed; none where all positions are gone. */
  markets: readonly string[];
  /** Users, by which of them comes first. */
  users: Ranked;
}

export interface WaitingAccounts {
  /** By asset and markets. */
  alike: Map<string, Alike>;
  /** Under which each user's account stands there. */
  keys: Map<number, string>;
}

export function createWaitingAccounts(): WaitingAccounts {
  return { alike: new Map(), keys: new Map() };
}

/** Of a user who does not wait there. */
export function letWait(
  { alike, keys }: WaitingAccounts,
  user: number,
  place: number,
  { asset, markets }: Pick<Alike, 'asset' | 'markets'>,
): void {
  const key = [asset, ...markets].join(' ');
  let same = alike.get(key);
  if (!same) alike.set(key, (same = { asset, markets, users: createRanked() }));
  rank(same.users, user, place);
  keys.set(user, key);
}

/** Nothing where the user does not wait. */
export function waitNoMore({ alike, keys }: WaitingAccounts, user: number): void {
  const key = keys.get(user);
  const same = key === undefined ? undefined : alike.get(key);
  if (key === undefined || same === undefined) return;
  unrank(same.users, user);
  if (same.users.heap.length === 0) alike.delete(key);
  keys.delete(user);
}
