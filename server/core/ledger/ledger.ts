/** Double-entry ledger: balance = credits − debits; only entries change a balance. */
import { ACCOUNT_KINDS, type AccountKind } from '../../../shared/rules/account-kinds';
import { AMOUNT_MAX } from '../amounts';
import { NumberedMap } from '../indexes/numbered-map';
import { broken } from '../rejection';
import type { Account, UserAccount } from './account';
import { parseAccount, userAccount, type AccountName, type Entry } from './entry';
import type { Hold } from './hold';
import type { Bucket } from '../../../shared/rules/entry-kinds';
import { EXCHANGE_ROWS, signOf, type EntryRow, type EntryRows } from './rows';

/**
 * A user's buckets of one asset. The first entry for one of the first two creates both; the first position creates the
 * third.
 */
export interface Wallet {
  available: Account;
  frozen: Account;
  locked: Account | null;
}

/** One user's accounts with the lengths of their names: different lengths distinguish names without comparing them. */
interface OwnedAccounts {
  accounts: Account[];
  lengths: number[];
}

export interface Ledger {
  /** Constraints on an entry, by its kind. */
  rows: EntryRows;
  accounts: Map<AccountName, Account>;
  /** Users' accounts indexed by user, because the name in a newly parsed entry has no cached hash. */
  owned: NumberedMap<OwnedAccounts>;
  /** Users' accounts indexed by kind, user and asset, for decide. */
  wallets: Record<AccountKind, Map<number, Map<string, Wallet>>>;
  /** Users whose contract account changed since the last read. */
  moved: Set<number>;
}

export function createLedger(rows: EntryRows = EXCHANGE_ROWS): Ledger {
  const wallets = Object.fromEntries(ACCOUNT_KINDS.map((kind) => [kind, new Map()])) as Ledger['wallets'];
  return { rows, accounts: new Map(), owned: new NumberedMap(), wallets, moved: new Set() };
}

interface WalletView {
  readonly available: { readonly name: AccountName; readonly balance: bigint };
  readonly frozen: { readonly name: AccountName };
  readonly locked: { readonly name: AccountName } | null;
}
interface LedgerView {
  readonly accounts: ReadonlyMap<AccountName, { readonly balance: bigint }>;
  readonly wallets: Readonly<Record<AccountKind, ReadonlyMap<number, ReadonlyMap<string, WalletView>>>>;
}

/** Balance of an account in units; 0 for an account without entries. */
export function balanceOf(ledger: LedgerView, name: AccountName): bigint {
  return ledger.accounts.get(name)?.balance ?? 0n;
}

/** Returns a user's available balance of an asset in one account kind, in units. */
export function availableIn(ledger: LedgerView, kind: AccountKind, user: number, asset: string): bigint {
  return ledger.wallets[kind].get(user)?.get(asset)?.available.balance ?? 0n;
}

/** Returns a user's available balance in the spot account, in units. */
export function availableOf(ledger: LedgerView, user: number, asset: string): bigint {
  return ledger.wallets.spot.get(user)?.get(asset)?.available.balance ?? 0n;
}

/** Names of a user's two buckets of an asset in the spot account. */
export function spotBuckets(
  ledger: LedgerView,
  user: number,
  asset: string,
): Record<'available' | 'frozen', AccountName> {
  const wallet = ledger.wallets.spot.get(user)?.get(asset);
  if (wallet) return { available: wallet.available.name, frozen: wallet.frozen.name };
  return {
    available: userAccount(user, 'spot', asset, 'available'),
    frozen: userAccount(user, 'spot', asset, 'frozen'),
  };
}

/** Names of a user's three buckets of an asset in an account; uses the ledger's own strings where they exist. */
export function bucketsOf(
  ledger: LedgerView,
  kind: AccountKind,
  user: number,
  asset: string,
): Readonly<Record<Bucket, AccountName>> {
  const wallet = ledger.wallets[kind].get(user)?.get(asset);
  return {
    available: wallet?.available.name ?? userAccount(user, kind, asset, 'available'),
    frozen: wallet?.frozen.name ?? userAccount(user, kind, asset, 'frozen'),
    locked: wallet?.locked?.name ?? userAccount(user, kind, asset, 'locked'),
  };
}

/** Returns the account of that name and creates it at first use. */
export function accountNamed(ledger: Ledger, name: AccountName): Account {
  const ownedAccounts = ledger.owned.get(parseUser(name));
  if (ownedAccounts !== undefined && ownedAccounts.accounts.length <= LINEAR_SEARCH_MAX) {
    const { accounts, lengths } = ownedAccounts;
    const { length } = name;
    for (let index = 0; index < lengths.length; index++) {
      if (lengths[index] === length && accounts[index].name === name) return accounts[index];
    }
  }
  return ledger.accounts.get(name) ?? openAccount(ledger, name);
}

const LINEAR_SEARCH_MAX = 16;

/** Returns the account's user; 0 for the house. */
function parseUser(name: AccountName): number {
  let user = 0;
  for (let index = 0; ; index++) {
    const digit = name.charCodeAt(index) - ZERO;
    // In ASCII the slash is below the digits and letters are above them.
    if (!(digit >= 0 && digit <= 9)) return user;
    user = user * 10 + digit;
  }
}
const ZERO = 0x30;

function openAccount(ledger: Ledger, name: AccountName): Account {
  const parsed = parseAccount(name);
  const { asset } = parsed;
  if (parsed.owner === 'house') {
    const { name: side } = parsed;
    const account: Account = { name, balance: 0n, user: 0, kind: null, asset, side, sign: signOf(side), twin: null };
    ledger.accounts.set(name, account);
    return account;
  }
  const { user, kind } = parsed;
  const open = (bucket: Bucket): Account => {
    const name = userAccount(user, kind, asset, bucket);
    const account: Account = { name, balance: 0n, user, kind, asset, side: bucket, sign: 1, twin: null };
    ledger.accounts.set(account.name, account);
    const ownedAccounts = ledger.owned.get(user);
    if (ownedAccounts) {
      ownedAccounts.accounts.push(account);
      ownedAccounts.lengths.push(name.length);
    } else ledger.owned.set(user, { accounts: [account], lengths: [name.length] });
    return account;
  };
  const ofKind = ledger.wallets[kind];
  const wallets = ofKind.get(user);
  let wallet = wallets?.get(asset);
  if (!wallet) {
    wallet = { available: open('available'), frozen: open('frozen'), locked: null };
    wallet.available.twin = wallet.frozen;
    wallet.frozen.twin = wallet.available;
    if (wallets) wallets.set(asset, wallet);
    else ofKind.set(user, new Map([[asset, wallet]]));
  }
  if (parsed.bucket === 'locked') wallet.locked = open('locked');
  return ledger.accounts.get(name) ?? broken(`${name} is no account`);
}

/**
 * Posts one entry to both accounts and to its hold. Asserts every constraint of its kind's row; a violation throws.
 */
export function post(ledger: Ledger, holds: Map<number, Hold>, entry: Entry): void {
  const { amount } = entry;
  if (amount <= 0n || amount > AMOUNT_MAX) broken(`amount ${amount} of ${entry.kind}`);
  const row = ledger.rows.get(entry.kind) ?? broken(`entries of kind ${entry.kind} are unknown`);
  const hold = entry.hold === undefined || row.setsAside ? undefined : holds.get(entry.hold);
  // The hold usually names the debit account, which saves a lookup.
  const debit = hold?.account.name === entry.debit ? hold.account : accountNamed(ledger, entry.debit);
  const { twin } = debit;
  const credit = twin?.name === entry.credit ? twin : accountNamed(ledger, entry.credit);
  const fits = debit.asset === credit.asset && debit.side === row.debit && credit.side === row.credit;
  if (!fits) broken(`${entry.kind} from ${debit.name} to ${credit.name}`);
  debit.balance -= amount;
  credit.balance += amount;
  if (debit.kind === 'contract') ledger.moved.add(debit.user);
  if (credit.kind === 'contract') ledger.moved.add(credit.user);
  if (debit.sign === 1 && debit.balance < 0n) broken(`${debit.name} is negative after ${entry.kind}`);
  if (credit.sign === -1 && credit.balance > 0n) broken(`${credit.name} is positive after ${entry.kind}`);
  if ((row.hold === null) !== (entry.hold === undefined)) broken(`${entry.kind} and its hold`);
  if ((row.into === null) !== (entry.into === undefined)) broken(`${entry.kind} and the hold that it goes into`);
  if (entry.hold === undefined) return;
  if (row.setsAside) increaseHold(holds, entry, entry.hold, row.hold, credit);
  else if (entry.into === undefined) spendHold(holds, entry, row, debit, hold, null);
  else {
    spendHold(holds, entry, row, debit, hold, entry.into);
    // A hold belongs to one bucket, so a move under its own number moves the whole hold.
    if (entry.into === entry.hold && holds.has(entry.hold)) broken(`${entry.kind} moves a part of hold ${entry.hold}`);
    const newHold = increaseHold(holds, entry, entry.into, row.into, credit);
    if (row.splits) newHold.origin = entry.hold;
  }
}

/** Creates or increases a hold in its account. */
function increaseHold(
  holds: Map<number, Hold>,
  entry: Entry,
  id: number,
  reason: Hold['reason'] | null,
  account: Account,
): Hold {
  const hold = holds.get(id);
  if (hold) {
    if (hold.account !== account || hold.reason !== reason)
      broken(`${entry.kind} of ${account.name} names hold ${id} of another`);
    hold.remaining += entry.amount;
    return hold;
  }
  if (!isUserAccount(account) || reason === null) broken(`hold ${id} does not cover ${entry.kind}`);
  const newHold: Hold = { id, reason, account, remaining: entry.amount };
  holds.set(id, newHold);
  return newHold;
}

function isUserAccount(account: Account): account is UserAccount {
  return account.kind !== null;
}

/** Spends the hold of the debit's side. A hold split from another one returns there or is spent; it is never released. */
function spendHold(
  holds: Map<number, Hold>,
  entry: Entry,
  row: EntryRow,
  debit: Account,
  hold: Hold | undefined,
  targetHold: number | null,
): void {
  const id = entry.hold as number;
  if (!hold) broken(`hold ${id} does not cover ${entry.kind}`);
  if (hold.account !== debit || hold.reason !== row.hold)
    broken(`${entry.kind} of ${debit.name} names hold ${id} of another`);
  if (hold.remaining < entry.amount) broken(`hold ${id} does not cover ${entry.kind}`);
  if (hold.origin !== undefined && returnsToOwner(entry, row, hold, targetHold))
    broken(`${entry.kind} sets free what was split`);
  hold.remaining -= entry.amount;
  if (hold.remaining === 0n) holds.delete(id);
}

/**
 * True if the owner keeps the money: it moves to the available balance, or into a hold of the owner's that is not the
 * origin.
 */
function returnsToOwner({ debit, credit }: Entry, row: EntryRow, hold: Hold, targetHold: number | null): boolean {
  if (ownerOf(debit) !== ownerOf(credit)) return false;
  return targetHold === null ? row.credit === 'available' : row.credit === 'frozen' && targetHold !== hold.origin;
}

function ownerOf(name: AccountName): string {
  return name.slice(0, name.indexOf('/'));
}
