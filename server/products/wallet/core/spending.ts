/** What a wallet's deciders share: moves between the buckets of one account, and what stands in the way of them. */
import type { AccountKind } from '../../../../shared/rules/account-kinds';
import { AMOUNT_MAX } from '../../../core/amounts';
import { houseAccount, userAccount, type Entry } from '../../../core/ledger/entry';
import { availableIn, balanceOf } from '../../../core/ledger/ledger';
import { freeOf, purseOf } from '../../perpetual/core/margin/equity';
import { reject, type Rejection } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';

/** Null when the user has `amount` available in that account. */
export function refuseSpending(
  view: CoreView,
  account: AccountKind,
  user: number,
  asset: string,
  amount: bigint,
): Rejection | null {
  if (amount > AMOUNT_MAX) return reject('amount.too.large');
  const available = spendable(view, account, user, asset);
  if (amount <= available) return null;
  return reject('balance.insufficient', { asset, required: `${amount}`, available: `${available}` });
}

/** Of the contract account what its cross positions do without. */
function spendable(view: CoreView, account: AccountKind, user: number, asset: string): bigint {
  if (account !== 'contract') return availableIn(view.ledger, account, user, asset);
  const free = freeOf(view, purseOf(view, user, asset));
  return free > 0n ? free : 0n;
}

/** All that is owed of an asset stays below 2^63, so no single balance can pass it either. */
export function isTooMuchOwed(view: CoreView, asset: string, amount: bigint): boolean {
  return amount - balanceOf(view.ledger, houseAccount('custody', asset)) > AMOUNT_MAX;
}

interface Move {
  user: number;
  account: AccountKind;
  asset: string;
  amount: bigint;
  hold: number;
}

export function freezing(kind: 'withdrawal_apply' | 'admin_freeze', move: Move): Entry {
  const { user, account, asset, amount, hold } = move;
  const debit = userAccount(user, account, asset, 'available');
  return { kind, debit, credit: userAccount(user, account, asset, 'frozen'), amount, hold };
}

export function unfreezing(kind: 'withdrawal_rejected' | 'withdrawal_cancelled' | 'admin_unfreeze', move: Move): Entry {
  const { user, account, asset, amount, hold } = move;
  const debit = userAccount(user, account, asset, 'frozen');
  return { kind, debit, credit: userAccount(user, account, asset, 'available'), amount, hold };
}
