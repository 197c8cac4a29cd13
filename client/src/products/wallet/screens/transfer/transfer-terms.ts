/** Which transfers there are, and what is wrong with one: the server's own rules. */
import {
  ACCOUNT_KINDS,
  accountsFor,
  gateAccount,
  isOpenAccount,
  type AccountKind,
} from '../../../../../../shared/rules/account-kinds';
import type { RejectionCode } from '../../../../../../shared/rules/codes';
import type { Balance } from '../../../../../../shared/wire/market-data';
import type { AssetRecord } from '../../../../../../shared/wire/product';
import { compare } from '../../../../shared/lib/numbers/exact';

type Listed = Pick<AssetRecord, 'asset' | 'isFiat'>;

/** The accounts that something can be moved to from here. */
export function targetsOf(from: AccountKind): AccountKind[] {
  return ACCOUNT_KINDS.filter((to) => to !== from && [true, false].some((isFiat) => allows(isFiat, from, to)));
}

/** The assets that may lie in both accounts. */
export function movable<Asset extends Listed>(assets: readonly Asset[], from: AccountKind, to: AccountKind): Asset[] {
  return assets.filter(({ isFiat }) => allows(isFiat, from, to));
}

/**
 * What to move to when `from` was chosen: what it was, if that still goes; else where there is something to do. Where none of
 * the assets may lie only comes in question when there is nothing else.
 */
export function targetFor(from: AccountKind, wish: AccountKind | null, assets: readonly Listed[]): AccountKind {
  const all = targetsOf(from);
  const fitting = all.filter((to) => movable(assets, from, to).length > 0);
  const targets = fitting.length > 0 ? fitting : all;
  return targets.find((target) => target === wish) ?? targets.find(isOpenAccount) ?? targets[0];
}

/** Where a transfer begins that names no account: where the asset comes in, or where there is money that waits. */
export function sourceFor(
  asset: Listed | undefined,
  balances: readonly Pick<Balance, 'account' | 'available'>[],
): AccountKind {
  if (asset) return gateAccount(asset);
  const holds = (kind: AccountKind) => balances.some((one) => one.account === kind && compare(one.available, '0') > 0);
  return holds('legal') ? 'legal' : 'spot';
}

export function transferFault(
  amount: string,
  available: string,
): Extract<RejectionCode, 'amount.not.positive' | 'balance.insufficient'> | null {
  if (compare(amount, '0') <= 0) return 'amount.not.positive';
  return compare(amount, available) > 0 ? 'balance.insufficient' : null;
}

export function isAccount(name: string | null): name is AccountKind {
  return (ACCOUNT_KINDS as readonly (string | null)[]).includes(name);
}

function allows(isFiat: boolean, from: AccountKind, to: AccountKind): boolean {
  const accounts = accountsFor({ isFiat });
  return accounts.includes(from) && accounts.includes(to);
}
