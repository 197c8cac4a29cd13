import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { selectOpenOrders } from '../../../entities/order/order-slice';
import { selectIsLogin } from '../../../entities/session/session-slice';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useKept, useKeptSwitch } from '../../../shared/lib/storage/kept';
import { Entrance, HideOthers, OwnPanel } from '../../../shared/ui/page/own-panel';
import { Tabs } from '../../../shared/ui/controls/tabs';
import { BalancesTable } from './balances-table';
import { CancelAll } from './cancel-all';
import { OpenOrdersTable } from './open-orders-table';
import { FillsTable, HistoryTable } from './stored-tables';

const TABS = ['open', 'history', 'fills', 'balances'] as const;

/** What is the user's own of the markets: open orders, what became of others, trades and balances. */
export function OrdersPanel({ market }: { market: MarketRecord }) {
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const orders = useSelector(selectOpenOrders);
  const [tab, chooseTab] = useKept<(typeof TABS)[number]>('trade.orders-tab', TABS);
  const [isOnly, setOnly] = useKeptSwitch('trade.hide-others');
  const only = isOnly ? market.name : undefined;
  const shown = only === undefined ? orders : orders.filter((order) => order.market === only);
  const tabs = TABS.map((name) => ({
    name,
    title: name === 'open' ? `${say('own.tab.open')} (${isLogin ? shown.length : 0})` : say(`own.tab.${name}`),
  }));
  const hide = tab !== 'balances' && <HideOthers text={say('own.hide_others')} isOnly={isOnly} onChange={setOnly} />;
  return (
    <OwnPanel label={say('own.title')}>
      <Tabs
        label={say('own.title')}
        tabs={tabs}
        chosen={tab}
        onChoose={chooseTab}
        aside={
          isLogin && (
            <>
              {hide}
              {/* What was asked of one market is not answered for another. */}
              {tab === 'open' && <CancelAll key={only} orders={shown} market={only} />}
            </>
          )
        }
      >
        {!isLogin ? (
          <Entrance />
        ) : tab === 'open' ? (
          <OpenOrdersTable orders={shown} />
        ) : tab === 'history' ? (
          <HistoryTable key={only} only={only} />
        ) : tab === 'fills' ? (
          <FillsTable key={only} only={only} />
        ) : (
          <BalancesTable market={market} />
        )}
      </Tabs>
    </OwnPanel>
  );
}
