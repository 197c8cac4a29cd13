/** Shared by the wallet's deciders: moves between the buckets of one account, and their preconditions. */
import type { AccountKind } from '../../../../shared/rules/account-kinds';
import { AMOUNT_MAX } from '../../../core/amounts';
import { houseAccount, userAccount, type Entry } from '../../../core/ledger/entry';
import { availableIn, balanceOf } from '../../../core/ledger/ledger';
import { freeBalanceOf, collateralPoolOf } from '../../perpetual/core/margin/collateral-pool';
import { reject, type Rejection } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';

/** Null if the user has `amount` available in that account. */
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

/** In the contract account, only the amount that cross positions do not need. */
function spendable(view: CoreView, account: AccountKind, user: number, asset: string): bigint {
  if (account !== 'contract') return availableIn(view.ledger, account, user, asset);
  const free = freeBalanceOf(view, collateralPoolOf(view, user, asset));
  return free > 0n ? free : 0n;
}

/** The sum of all liabilities in an asset stays below 2^63, so no single balance can exceed it either. */
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

export function freezeEntry(kind: 'withdrawal_apply' | 'admin_freeze', move: Move): Entry {
  const { user, account, asset, amount, hold } = move;
  const debit = userAccount(user, account, asset, 'available');
  return { kind, debit, credit: userAccount(user, account, asset, 'frozen'), amount, hold };
}

export function unfreezeEntry(
  kind: 'withdrawal_rejected' | 'withdrawal_cancelled' | 'admin_unfreeze',
  move: Move,
): Entry {
  const { user, account, asset, amount, hold } = move;
  const debit = userAccount(user, account, asset, 'frozen');
  return { kind, debit, credit: userAccount(user, account, asset, 'available'), amount, hold };
}
