import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts';
import { Panel } from '../../shared/ui/panel';
import { Themed } from '../../shared/ui/themed';
import { EndedOrders } from './ended-orders';
import { OpenOrders } from './open-orders';
import { OrderDrawer } from './order-drawer';
import styles from './orders-page.module.css';

const TABS = [
  { active: '1', text: 'menu.orders_current' },
  { active: '2', text: 'menu.orders_history' },
] as const;

/** `active` of the address: 1 what is open, 2 what has ended. */
export function OrdersPage() {
  const { say } = useTexts();
  const [parameters] = useSearchParams();
  const active = parameters.get('active') === '2' ? '2' : '1';
  const [shown, setShown] = useState<string | null>(null);
  return (
    <Themed>
      <Panel title={say('menu.group_orders')} level={1}>
        <nav className={styles.tabs} aria-label={say('orderlist.tabs')}>
          {TABS.map((tab) => (
            <Link
              key={tab.active}
              to={`?active=${tab.active}`}
              aria-current={tab.active === active ? 'page' : undefined}
            >
              {say(tab.text)}
            </Link>
          ))}
        </nav>
        {active === '1' ? <OpenOrders onShow={setShown} /> : <EndedOrders onShow={setShown} />}
      </Panel>
      <OrderDrawer order={shown} onClose={() => setShown(null)} />
    </Themed>
  );
}
