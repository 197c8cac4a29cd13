/** Possible transfers and their faults: the server's own rules. */
import {
  ACCOUNT_KINDS,
  accountsFor,
  depositAccountOf,
  isOpenAccount,
  type AccountKind,
} from '../../../../../../shared/rules/account-kinds';
import type { RejectionCode } from '../../../../../../shared/rules/codes';
import type { Balance } from '../../../../../../shared/wire/market-data';
import type { AssetRecord } from '../../../../../../shared/wire/product';
import { compare } from '../../../../kit/lib/numbers/exact';

type Listed = Pick<AssetRecord, 'asset' | 'isFiat'>;

/** Accounts to which something can be transferred from here. */
export function targetsOf(from: AccountKind): AccountKind[] {
  return ACCOUNT_KINDS.filter(
    (to) => to !== from && [true, false].some((isFiat) => isTransferAllowed(isFiat, from, to)),
  );
}

/** Assets that both accounts can hold. */
export function transferableAssets<Asset extends Listed>(
  assets: readonly Asset[],
  from: AccountKind,
  to: AccountKind,
): Asset[] {
  return assets.filter(({ isFiat }) => isTransferAllowed(isFiat, from, to));
}

/**
 * Target for a chosen source: the wish if possible, else an open account. Targets that can hold none of the assets
 * count only if there is no other.
 */
export function targetFor(from: AccountKind, preferred: AccountKind | null, assets: readonly Listed[]): AccountKind {
  const allTargets = targetsOf(from);
  const fitting = allTargets.filter((to) => transferableAssets(assets, from, to).length > 0);
  const targets = fitting.length > 0 ? fitting : allTargets;
  return targets.find((target) => target === preferred) ?? targets.find(isOpenAccount) ?? targets[0];
}

/** Source of a transfer that names none: the account in which the asset arrives, or the one with money in it. */
export function sourceFor(
  asset: Listed | undefined,
  balances: readonly Pick<Balance, 'account' | 'available'>[],
): AccountKind {
  if (asset) return depositAccountOf(asset);
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

function isTransferAllowed(isFiat: boolean, from: AccountKind, to: AccountKind): boolean {
  const accounts = accountsFor({ isFiat });
  return accounts.includes(from) && accounts.includes(to);
}
