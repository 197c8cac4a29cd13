import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useContractAccount } from '../../entities/contract/positions';
import { selectIsLogin } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { useKept, useKeptSwitch } from '../../shared/lib/kept';
import { Tabs } from '../../shared/ui/tabs';
import { CancelContractOrders } from './cancel-contract-orders';
import { CloseAll } from './close-all';
import { ConditionalOrders, OpenContractOrders } from './contract-orders';
import styles from './positions.module.css';
import { PositionsTable } from './positions-table';

const TABS = ['positions', 'orders', 'conditional'] as const;
type Tab = (typeof TABS)[number];

/** What is the user's own of contracts: positions, open orders, and what waits for a price. */
export function ContractTabs({ market }: { market: MarketRecord }) {
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const account = useContractAccount();
  const [tab, chooseTab] = useKept<Tab>('contract.tab', TABS);
  const [isOnly, setOnly] = useKeptSwitch('contract.hide-others');
  const only = isOnly ? market.name : undefined;
  const isShown = ({ market: of }: { market: string }) => only === undefined || of === only;
  const counts: Record<Tab, number> = {
    positions: (account?.positions ?? []).filter(isShown).length,
    orders: (account?.orders ?? []).filter((order) => isShown(order) && order.phase === 'resting').length,
    conditional:
      (account?.orders ?? []).filter((order) => isShown(order) && order.phase === 'waiting').length +
      (account?.stops ?? []).filter(isShown).length,
  };
  const tabs = TABS.map((name) => ({ name, title: `${say(`positions.tab.${name}`)} (${counts[name]})` }));
  return (
    <section className={styles.panel} aria-label={say('positions.title')}>
      <Tabs
        label={say('positions.title')}
        tabs={tabs}
        chosen={tab}
        onChoose={chooseTab}
        aside={
          isLogin && (
            <>
              <label className={styles.hide}>
                <input type="checkbox" checked={isOnly} onChange={({ target }) => setOnly(target.checked)} />
                {say('positions.hide_others')}
              </label>
              {tab === 'positions' && <CloseAll only={only} />}
              {tab === 'orders' && <CancelContractOrders only={only} />}
            </>
          )
        }
      >
        {!isLogin ? (
          <Entrance />
        ) : tab === 'positions' ? (
          <PositionsTable only={only} />
        ) : tab === 'orders' ? (
          <OpenContractOrders only={only} />
        ) : (
          <ConditionalOrders only={only} />
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
