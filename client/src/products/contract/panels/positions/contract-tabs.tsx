import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { useContractAccount } from '../../../../entities/contract/positions';
import { selectIsLogin } from '../../../../entities/session/session-slice';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useKept, useKeptSwitch } from '../../../../shared/lib/storage/kept';
import { Entrance, HideOthers, OwnPanel } from '../../../../shared/ui/page/own-panel';
import { Tabs } from '../../../../shared/ui/controls/tabs';
import { CancelContractOrders } from './orders/cancel-contract-orders';
import { CloseAll } from './close-all';
import { ConditionalOrders, OpenContractOrders } from './orders/contract-orders';
import { FuturesAssets, Transfers } from './futures-money';
import { PositionsTable } from './positions-table';
import { ClosedPositions, ContractFills, ContractHistory, FundingPayments } from './orders/stored-contracts';

/** What is now, as the stream tells it; what is stored; the money. */
const TABS = [
  ...(['positions', 'orders', 'conditional'] as const),
  ...(['history', 'fills', 'closed', 'funding'] as const),
  ...(['transfers', 'assets'] as const),
] as const;
type Tab = (typeof TABS)[number];

/** What is the user's own of contracts: positions, orders, what waits for a price, what became of all that, and the money for it. */
export function ContractTabs({ market }: { market: MarketRecord }) {
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const account = useContractAccount();
  const [tab, chooseTab] = useKept<Tab>('contract.tab', TABS);
  const [isOnly, setOnly] = useKeptSwitch('contract.hide-others');
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
    const title = say(`positions.tab.${name}`);
    return { name, title: name in counts ? `${title} (${counts[name]})` : title };
  });
  const isOfMarkets = tab !== 'transfers' && tab !== 'assets';
  return (
    <OwnPanel label={say('positions.title')}>
      <Tabs
        label={say('positions.title')}
        tabs={tabs}
        chosen={tab}
        onChoose={chooseTab}
        aside={
          isLogin && (
            <>
              {isOfMarkets && <HideOthers text={say('positions.hide_others')} isOnly={isOnly} onChange={setOnly} />}
              {/* What was asked of one market is not answered for another. */}
              {tab === 'positions' && <CloseAll key={only} only={only} />}
              {tab === 'orders' && <CancelContractOrders key={only} only={only} />}
            </>
          )
        }
      >
        {isLogin ? <Content key={only} tab={tab} only={only} /> : <Entrance />}
      </Tabs>
    </OwnPanel>
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
