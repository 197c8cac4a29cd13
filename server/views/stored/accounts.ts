import { parseAccount, type AccountName, type ParsedAccount } from '../../core/ledger/entry';

export interface UserAccount extends Extract<ParsedAccount, { owner: 'user' }> {
  /** Key of its row of balances. */
  balance: string;
}

/** Cached: parsing a name costs more than a lookup, and the same few thousand names recur all day. */
const CACHE = new Map<AccountName, UserAccount | null>();
const CACHE_MAX = 100_000;

/** Parts of a user's account name; null for the house. */
export function userAccountOf(name: AccountName): UserAccount | null {
  const cached = CACHE.get(name);
  if (cached !== undefined) return cached;
  const user = userAccountFrom(parseAccount(name));
  if (CACHE.size >= CACHE_MAX) CACHE.clear();
  CACHE.set(name, user);
  return user;
}

function userAccountFrom(account: ParsedAccount): UserAccount | null {
  if (account.owner !== 'user') return null;
  // Fields are written out: the engine may give each object with spread fields a separate shape.
  const { owner, user, kind, asset, bucket } = account;
  return { owner, user, kind, asset, bucket, balance: `${user}/${kind}/${asset}` };
}
