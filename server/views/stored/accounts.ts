import { parseAccount, type AccountName, type ParsedAccount } from '../../core/ledger/entry';

export interface UserAccount extends Extract<ParsedAccount, { owner: 'user' }> {
  /** Key of the row of balances that has it. */
  balance: string;
}

/** Taking a name apart costs more than finding it again, and the same few thousand names come all day. */
const KNOWN = new Map<AccountName, UserAccount | null>();
const KNOWN_MAX = 100_000;

/** The parts of a user's account; null for one of the house. */
export function userAccountOf(name: AccountName): UserAccount | null {
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  const user = ofUser(parseAccount(name));
  if (KNOWN.size >= KNOWN_MAX) KNOWN.clear();
  KNOWN.set(name, user);
  return user;
}

function ofUser(account: ParsedAccount): UserAccount | null {
  if (account.owner !== 'user') return null;
  // Written out: of what is spread into a new object the engine may take each one for a shape of its own.
  const { owner, user, kind, asset, bucket } = account;
  return { owner, user, kind, asset, bucket, balance: `${user}/${kind}/${asset}` };
}
