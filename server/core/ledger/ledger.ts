/** Double entry: balance = credits − debits, and nothing else ever changes a balance. */
import { ACCOUNT_KINDS, type AccountKind } from '../../../shared/rules/account-kinds';
import { ENTRY_KINDS } from '../../../shared/rules/entry-kinds';
import { AMOUNT_MAX } from '../amounts';
import { broken } from '../rejection';
import { parseAccount, userAccount, type AccountName, type Entry } from './entry';
import type { Hold, HoldReason } from './hold';

export interface Account {
  /** One string object for all entries that name it: a map finds it without hashing it anew. */
  name: AccountName;
  /** Units. Never negative for a user. */
  balance: bigint;
  /** 0 for the house. */
  user: number;
  /** Null for the house. */
  kind: AccountKind | null;
  asset: string;
}

/** A user's buckets of one asset. They come into being together, with the first entry that names one of them. */
export interface Wallet {
  available: Account;
  frozen: Account;
}

export interface Ledger {
  accounts: Map<AccountName, Account>;
  /** The users' accounts once more, by kind, user and asset: how decide finds them. */
  wallets: Record<AccountKind, Map<number, Map<string, Wallet>>>;
}

export function createLedger(): Ledger {
  const wallets = Object.fromEntries(ACCOUNT_KINDS.map((kind) => [kind, new Map()])) as Ledger['wallets'];
  return { accounts: new Map(), wallets };
}

interface WalletView {
  readonly available: { readonly name: AccountName; readonly balance: bigint };
  readonly frozen: { readonly name: AccountName };
}
interface LedgerView {
  readonly accounts: ReadonlyMap<AccountName, { readonly balance: bigint }>;
  readonly wallets: Readonly<Record<AccountKind, ReadonlyMap<number, ReadonlyMap<string, WalletView>>>>;
}

/** Balance of an account in units; 0 for one that no entry has named yet. */
export function balanceOf(ledger: LedgerView, name: AccountName): bigint {
  return ledger.accounts.get(name)?.balance ?? 0n;
}

/** What a user can spend of an asset in one of their accounts now, in units. */
export function availableIn(ledger: LedgerView, kind: AccountKind, user: number, asset: string): bigint {
  return ledger.wallets[kind].get(user)?.get(asset)?.available.balance ?? 0n;
}

/** What a user can trade with: the same of the spot account. */
export function availableOf(ledger: LedgerView, user: number, asset: string): bigint {
  return ledger.wallets.spot.get(user)?.get(asset)?.available.balance ?? 0n;
}

/** Name of a user's available bucket of the spot account. */
export function availableAccount(ledger: LedgerView, user: number, asset: string): AccountName {
  return ledger.wallets.spot.get(user)?.get(asset)?.available.name ?? userAccount(user, 'spot', asset, 'available');
}

/** Name of a user's frozen bucket of the spot account. */
export function frozenAccount(ledger: LedgerView, user: number, asset: string): AccountName {
  return ledger.wallets.spot.get(user)?.get(asset)?.frozen.name ?? userAccount(user, 'spot', asset, 'frozen');
}

/** The account of that name, made if no entry has named it yet. */
export function accountNamed(ledger: Ledger, name: AccountName): Account {
  return ledger.accounts.get(name) ?? openAccount(ledger, name);
}

function openAccount(ledger: Ledger, name: AccountName): Account {
  const parsed = parseAccount(name);
  const { asset } = parsed;
  if (parsed.owner === 'house') {
    const account: Account = { name, balance: 0n, user: 0, kind: null, asset };
    ledger.accounts.set(name, account);
    return account;
  }
  const { user, kind } = parsed;
  const open = (bucket: 'available' | 'frozen'): Account => {
    const account: Account = { name: userAccount(user, kind, asset, bucket), balance: 0n, user, kind, asset };
    ledger.accounts.set(account.name, account);
    return account;
  };
  const wallet: Wallet = { available: open('available'), frozen: open('frozen') };
  const ofKind = ledger.wallets[kind];
  const wallets = ofKind.get(user);
  if (wallets) wallets.set(asset, wallet);
  else ofKind.set(user, new Map([[asset, wallet]]));
  return ledger.accounts.get(name) ?? broken(`${name} is no account`);
}

/** Posts one entry to both accounts and to the hold it names. Asserts; a broken rule is a crash. */
export function post(ledger: Ledger, holds: Map<number, Hold>, entry: Entry): void {
  const { amount } = entry;
  if (amount <= 0n || amount > AMOUNT_MAX) broken(`amount ${amount} of ${entry.kind}`);
  const debit = accountNamed(ledger, entry.debit);
  const credit = accountNamed(ledger, entry.credit);
  if (debit.asset !== credit.asset) broken(`${entry.kind} from ${debit.name} to ${credit.name}`);
  debit.balance -= amount;
  credit.balance += amount;
  if (debit.user !== 0 && debit.balance < 0n) broken(`${debit.name} is negative after ${entry.kind}`);
  if (entry.hold !== undefined) moveHold(holds, entry, entry.hold, credit);
}

/** A frozen side names its hold: crediting `frozen` makes or grows it, debiting spends it. */
function moveHold(holds: Map<number, Hold>, entry: Entry, id: number, credit: Account): void {
  const hold = holds.get(id);
  if (isFrozenCredit(entry)) {
    if (hold) hold.remaining += entry.amount;
    else holds.set(id, holdOf(id, entry, credit));
    return;
  }
  if (!hold || hold.remaining < entry.amount) broken(`hold ${id} does not cover ${entry.kind}`);
  hold.remaining -= entry.amount;
  if (hold.remaining === 0n) holds.delete(id);
}

function holdOf(id: number, entry: Entry, { user, kind, asset }: Account): Hold {
  if (kind === null) broken(`hold ${id} of the house`);
  return { id, reason: holdReason(entry), user, account: kind, asset, remaining: entry.amount };
}

function isFrozenCredit(entry: Entry): boolean {
  const { credit } = ENTRY_KINDS[entry.kind];
  return 'user' in credit && credit.user === 'frozen';
}

function holdReason(entry: Entry): HoldReason {
  if (entry.kind === 'withdrawal_apply') return 'withdrawal';
  if (entry.kind === 'admin_freeze') return 'admin';
  return 'order';
}
