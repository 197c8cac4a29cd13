import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useContractAccount } from '../../../../kit/entities/contract/positions';
import { selectIsLogin } from '../../../../kit/entities/session/session-slice';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { usePreference, usePreferenceSwitch } from '../../../../kit/lib/storage/preferences';
import { Entrance, HideOthers, AccountPanel } from '../../../../kit/ui/page/account-panel';
import { Tabs } from '../../../../kit/ui/controls/tabs';
import { CancelContractOrders } from './orders/cancel-contract-orders';
import { CloseAll } from './close-all';
import { ConditionalOrders, OpenContractOrders } from './orders/contract-orders';
import { FuturesAssets, Transfers } from './futures-money';
import { PositionsTable } from './positions-table';
import { ClosedPositions, ContractFills, ContractHistory, FundingPayments } from './orders/stored-contracts';

/** Live lists from the stream, stored records, and money. */
const TABS = [
  ...(['positions', 'orders', 'conditional'] as const),
  ...(['history', 'fills', 'closed', 'funding'] as const),
  ...(['transfers', 'assets'] as const),
] as const;
type Tab = (typeof TABS)[number];

/** The user's contract positions, orders, conditional orders, history and funds. */
export function ContractTabs({ market }: { market: MarketRecord }) {
  const { t } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const account = useContractAccount();
  const [tab, chooseTab] = usePreference<Tab>('contract.tab', TABS);
  const [isOnly, setOnly] = usePreferenceSwitch('contract.hide-others');
  const marketFilter = isOnly ? market.name : undefined;
  const isShown = ({ market: marketName }: { market: string }) =>
    marketFilter === undefined || marketName === marketFilter;
  const counts: Partial<Record<Tab, number>> = {
    positions: (account?.positions ?? []).filter(isShown).length,
    orders: (account?.orders ?? []).filter((order) => isShown(order) && order.phase === 'resting').length,
    conditional:
      (account?.orders ?? []).filter((order) => isShown(order) && order.phase === 'waiting').length +
      (account?.stops ?? []).filter(isShown).length,
  };
  const tabs = TABS.map((name) => {
    const title = t(`positions.tab.${name}`);
    return { name, title: name in counts ? `${title} (${counts[name]})` : title };
  });
  const isOfMarkets = tab !== 'transfers' && tab !== 'assets';
  return (
    <AccountPanel label={t('positions.title')}>
      <Tabs
        label={t('positions.title')}
        tabs={tabs}
        selected={tab}
        onChoose={chooseTab}
        aside={
          isLogin && (
            <>
              {isOfMarkets && <HideOthers text={t('positions.hide_others')} isOnly={isOnly} onChange={setOnly} />}
              {/* Keyed, so that a confirmation opened for one market does not stay open for another. */}
              {tab === 'positions' && <CloseAll key={marketFilter} marketFilter={marketFilter} />}
              {tab === 'orders' && <CancelContractOrders key={marketFilter} marketFilter={marketFilter} />}
            </>
          )
        }
      >
        {isLogin ? <Content key={marketFilter} tab={tab} marketFilter={marketFilter} /> : <Entrance />}
      </Tabs>
    </AccountPanel>
  );
}

function Content({ tab, marketFilter }: { tab: Tab; marketFilter: string | undefined }) {
  switch (tab) {
    case 'positions':
      return <PositionsTable marketFilter={marketFilter} />;
    case 'orders':
      return <OpenContractOrders marketFilter={marketFilter} />;
    case 'conditional':
      return <ConditionalOrders marketFilter={marketFilter} />;
    case 'history':
      return <ContractHistory marketFilter={marketFilter} />;
    case 'fills':
      return <ContractFills marketFilter={marketFilter} />;
    case 'closed':
      return <ClosedPositions marketFilter={marketFilter} />;
    case 'funding':
      return <FundingPayments marketFilter={marketFilter} />;
    case 'transfers':
      return <Transfers />;
    case 'assets':
      return <FuturesAssets />;
  }
}
