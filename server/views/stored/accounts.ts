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
  const account = parseAccount(name);
  const user =
    account.owner === 'user' ? { ...account, balance: `${account.user}/${account.kind}/${account.asset}` } : null;
  if (KNOWN.size >= KNOWN_MAX) KNOWN.clear();
  KNOWN.set(name, user);
  return user;
}
