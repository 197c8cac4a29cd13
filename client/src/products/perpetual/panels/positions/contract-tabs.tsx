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
  const only = isOnly ? market.name : undefined;
  const isShown = ({ market: of }: { market: string }) => only === undefined || of === only;
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
        chosen={tab}
        onChoose={chooseTab}
        aside={
          isLogin && (
            <>
              {isOfMarkets && <HideOthers text={t('positions.hide_others')} isOnly={isOnly} onChange={setOnly} />}
              {/* Keyed, so that a confirmation opened for one market does not stay open for another. */}
              {tab === 'positions' && <CloseAll key={only} only={only} />}
              {tab === 'orders' && <CancelContractOrders key={only} only={only} />}
            </>
          )
        }
      >
        {isLogin ? <Content key={only} tab={tab} only={only} /> : <Entrance />}
      </Tabs>
    </AccountPanel>
  );
}

function Content({ tab, only }: { tab: Tab; only: string | undefined }) {
  switch (tab) {
    case 'positions':
      return <PositionsTable only={only} />;
    case 'orders':
      return <OpenContractOrders only={only} />;
    case 'conditional':
      return <ConditionalOrders only={only} />;
    case 'history':
      return <ContractHistory only={only} />;
    case 'fills':
      return <ContractFills only={only} />;
    case 'closed':
      return <ClosedPositions only={only} />;
    case 'funding':
      return <FundingPayments only={only} />;
    case 'transfers':
      return <Transfers />;
    case 'assets':
      return <FuturesAssets />;
  }
}
