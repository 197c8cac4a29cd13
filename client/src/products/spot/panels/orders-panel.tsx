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
  const only = isOnly ? market.name : undefined;
  const shown = only === undefined ? orders : orders.filter((order) => order.market === only);
  const tabs = TABS.map((name) => ({
    name,
    title: name === 'open' ? `${t('own.tab.open')} (${isLogin ? shown.length : 0})` : t(`own.tab.${name}`),
  }));
  const hide = tab !== 'balances' && <HideOthers text={t('own.hide_others')} isOnly={isOnly} onChange={setOnly} />;
  return (
    <AccountPanel label={t('own.title')}>
      <Tabs
        label={t('own.title')}
        tabs={tabs}
        chosen={tab}
        onChoose={chooseTab}
        aside={
          isLogin && (
            <>
              {hide}
              {/* Keyed, so that a confirmation opened for one market does not stay open for another. */}
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
    </AccountPanel>
  );
}
