import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { selectOpenOrders } from '../../../kit/entities/order/order-slice';
import { selectIsLogin } from '../../../kit/entities/session/session-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { usePreference, usePreferenceSwitch } from '../../../kit/lib/storage/preferences';
import { Entrance, HideOthers, AccountPanel } from '../../../kit/ui/page/account-panel';
import { Tabs } from '../../../kit/ui/controls/tabs';
import { BalancesTable } from './balances-table';
import { CancelAll } from './cancel-all';
import { OpenOrdersTable } from './open-orders-table';
import { FillsTable, HistoryTable } from './stored-tables';

const TABS = ['open', 'history', 'fills', 'balances'] as const;

/** The user's open orders, order history, trades and balances. */
export function OrdersPanel({ market }: { market: MarketRecord }) {
  const { t } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const orders = useSelector(selectOpenOrders);
  const [tab, chooseTab] = usePreference<(typeof TABS)[number]>('trade.orders-tab', TABS);
  const [isOnly, setOnly] = usePreferenceSwitch('trade.hide-others');
  const marketFilter = isOnly ? market.name : undefined;
  const visibleOrders = marketFilter === undefined ? orders : orders.filter((order) => order.market === marketFilter);
  const tabs = TABS.map((name) => ({
    name,
    title: name === 'open' ? `${t('own.tab.open')} (${isLogin ? visibleOrders.length : 0})` : t(`own.tab.${name}`),
  }));
  const hide = tab !== 'balances' && <HideOthers text={t('own.hide_others')} isOnly={isOnly} onChange={setOnly} />;
  return (
    <AccountPanel label={t('own.title')}>
      <Tabs
        label={t('own.title')}
        tabs={tabs}
        selected={tab}
        onChoose={chooseTab}
        aside={
          isLogin && (
            <>
              {hide}
              {/* Keyed, so that a confirmation opened for one market does not stay open for another. */}
              {tab === 'open' && <CancelAll key={marketFilter} orders={visibleOrders} market={marketFilter} />}
            </>
          )
        }
      >
        {!isLogin ? (
          <Entrance />
        ) : tab === 'open' ? (
          <OpenOrdersTable orders={visibleOrders} />
        ) : tab === 'history' ? (
          <HistoryTable key={marketFilter} marketFilter={marketFilter} />
        ) : tab === 'fills' ? (
          <FillsTable key={marketFilter} marketFilter={marketFilter} />
        ) : (
          <BalancesTable market={market} />
        )}
      </Tabs>
    </AccountPanel>
  );
}
