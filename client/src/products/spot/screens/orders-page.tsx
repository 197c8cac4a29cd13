import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Panel } from '../../../shared/ui/page/panel';
import { TabLinks, useActiveTab } from '../../../shared/ui/controls/tab-links';
import { EndedOrders } from './ended-orders';
import { OpenOrders } from './open-orders';
import { OrderDrawer } from './order-drawer';

const TABS = [
  { active: '1', text: 'menu.orders_current' },
  { active: '2', text: 'menu.orders_history' },
] as const;

/** `active` of the address: 1 what is open, 2 what has ended. */
export function OrdersPage() {
  const { say } = useTexts();
  const { active } = useActiveTab(TABS);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <Panel title={say('menu.group_orders')} level={1}>
        <TabLinks label={say('orderlist.tabs')} tabs={TABS} active={active} />
        {active === '1' ? <OpenOrders onShow={setShown} /> : <EndedOrders onShow={setShown} />}
      </Panel>
      {shown !== null && <OrderDrawer order={shown} onClose={() => setShown(null)} />}
    </>
  );
}
