/** Which transfers there are, and what is wrong with one: the server's own rules. */
import { ACCOUNT_KINDS, accountsFor, type AccountKind } from '../../../../shared/rules/account-kinds';
import type { RejectionCode } from '../../../../shared/rules/codes';
import type { AssetRecord } from '../../../../shared/wire/product';
import { compare } from '../../shared/lib/exact';

type Listed = Pick<AssetRecord, 'asset' | 'isFiat'>;

/** The accounts that something can be moved to from here. */
export function targetsOf(from: AccountKind): AccountKind[] {
  return ACCOUNT_KINDS.filter((to) => to !== from && [true, false].some((isFiat) => allows(isFiat, from, to)));
}

/** The assets that may lie in both accounts. */
export function movable<Asset extends Listed>(assets: readonly Asset[], from: AccountKind, to: AccountKind): Asset[] {
  return assets.filter(({ isFiat }) => allows(isFiat, from, to));
}

/** What to move to when `from` was chosen: what it was, if that still goes. */
export function targetFor(from: AccountKind, wish: AccountKind | null): AccountKind {
  const targets = targetsOf(from);
  return targets.find((target) => target === wish) ?? targets[0];
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
