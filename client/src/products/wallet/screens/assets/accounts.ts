/** Tabs of the assets page: all accounts, or one. */
import { ACCOUNT_KINDS, type AccountKind } from '../../../../../../shared/rules/account-kinds';
import type { Balance } from '../../../../../../shared/wire/market-data';
import { accountValuations, mergedBalances, valuationOf, type AssetPrice, type Valuation } from '../../api/valuation';

export const TABS = ['all', ...ACCOUNT_KINDS] as const;
export type TabName = (typeof TABS)[number];

export type Valuations = Readonly<Record<TabName, Valuation>>;

export function valuationsOf(
  balances: readonly Balance[],
  prices: Readonly<Partial<Record<string, AssetPrice>>>,
): Valuations {
  return { all: valuationOf(mergedBalances(balances), prices), ...accountValuations(balances, prices) };
}

/** Source account of a transfer started from this tab. */
export function accountOf(tab: TabName): AccountKind {
  return tab === 'all' ? 'spot' : tab;
}
