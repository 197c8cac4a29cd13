/** Double entry: balance = credits − debits, and nothing else ever changes a balance. */
import { ENTRY_KINDS } from '../../../shared/rules/entry-kinds';
import { AMOUNT_MAX } from '../amounts';
import { broken } from '../rejection';
import { parseAccount, userAccount, type AccountName, type Entry } from './entry';
import type { Hold, HoldReason } from './hold';

export interface Account {
  name: AccountName;
  /** Units. Never negative for a user. */
  balance: bigint;
  /** Whether the rule of non-negative balances applies. */
  owner: 'user' | 'house';
}

export interface Ledger {
  accounts: Map<AccountName, Account>;
}

export function createLedger(): Ledger {
  return { accounts: new Map() };
}

type LedgerView = { readonly accounts: ReadonlyMap<AccountName, { readonly balance: bigint }> };

/** Balance of an account in units; 0 for one that no entry has named yet. */
export function balanceOf(ledger: LedgerView, name: AccountName): bigint {
  return ledger.accounts.get(name)?.balance ?? 0n;
}

/** What a user can spend of an asset now, in units. */
export function availableOf(ledger: LedgerView, user: number, asset: string): bigint {
  return balanceOf(ledger, userAccount(user, 'spot', asset, 'available'));
}

function accountNamed(ledger: Ledger, name: AccountName): Account {
  const known = ledger.accounts.get(name);
  if (known) return known;
  const account: Account = { name, balance: 0n, owner: name.startsWith('house/') ? 'house' : 'user' };
  ledger.accounts.set(name, account);
  return account;
}

/** Posts one entry to both accounts and to the hold it names. Asserts; a broken rule is a crash. */
export function post(ledger: Ledger, holds: Map<number, Hold>, entry: Entry): void {
  const { amount } = entry;
  if (amount <= 0n || amount > AMOUNT_MAX) broken(`amount ${amount} of ${entry.kind}`);
  const debit = accountNamed(ledger, entry.debit);
  const credit = accountNamed(ledger, entry.credit);
  debit.balance -= amount;
  credit.balance += amount;
  if (debit.owner === 'user' && debit.balance < 0n) broken(`${debit.name} is negative after ${entry.kind}`);
  if (entry.hold !== undefined) moveHold(holds, entry, entry.hold);
}

/** A frozen side names its hold: crediting `frozen` makes or grows it, debiting spends it. */
function moveHold(holds: Map<number, Hold>, entry: Entry, id: number): void {
  const hold = holds.get(id);
  if (isFrozenCredit(entry)) {
    if (hold) {
      hold.remaining += entry.amount;
      return;
    }
    const owner = parseAccount(entry.credit);
    if (owner.owner !== 'user') broken(`hold ${id} of the house`);
    holds.set(id, { id, reason: holdReason(entry), user: owner.user, asset: owner.asset, remaining: entry.amount });
    return;
  }
  if (!hold || hold.remaining < entry.amount) broken(`hold ${id} does not cover ${entry.kind}`);
  hold.remaining -= entry.amount;
  if (hold.remaining === 0n) holds.delete(id);
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
