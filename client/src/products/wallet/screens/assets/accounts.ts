/** What the tabs of the assets show: everything, or one account. */
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

/** The account that a transfer from this tab begins with. */
export function accountOf(tab: TabName): AccountKind {
  return tab === 'all' ? 'spot' : tab;
}
