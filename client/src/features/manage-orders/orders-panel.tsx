import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectOpenOrders } from '../../entities/order/order-slice';
import { selectIsLogin } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { useKept, useKeptSwitch } from '../../shared/lib/kept';
import { Tabs } from '../../shared/ui/tabs';
import { BalancesTable } from './balances-table';
import { CancelAll } from './cancel-all';
import { OpenOrdersTable } from './open-orders-table';
import styles from './orders.module.css';
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
  const hide = tab !== 'balances' && (
    <label className={styles.hide}>
      <input type="checkbox" checked={isOnly} onChange={({ target }) => setOnly(target.checked)} />
      {say('own.hide_others')}
    </label>
  );
  return (
    <section className={styles.panel} aria-label={say('own.title')}>
      <Tabs
        label={say('own.title')}
        tabs={tabs}
        chosen={tab}
        onChoose={chooseTab}
        aside={
          isLogin && (
            <>
              {hide}
              {tab === 'open' && <CancelAll orders={shown} market={only} />}
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
    </section>
  );
}

function Entrance() {
  const { say } = useTexts();
  const { pathname, search } = useLocation();
  const from = encodeURIComponent(pathname + search);
  return (
    <p className={styles.entrance}>
      <Link to={`/login?statusType=0&from=${from}`}>{say('menu.login')}</Link>
      <span>{say('own.or')}</span>
      <Link to="/register?statusType=1">{say('menu.register')}</Link>
      <span>{say('own.to_trade')}</span>
    </p>
  );
}
