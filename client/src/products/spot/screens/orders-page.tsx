import { useState } from 'react';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Panel } from '../../../kit/ui/page/panel';
import { TabLinks, useActiveTab } from '../../../kit/ui/controls/tab-links';
import { EndedOrders } from './ended-orders';
import { OpenOrders } from './open-orders';
import { OrderDrawer } from './order-drawer';

const TABS = [
  { active: '1', text: 'menu.orders_current' },
  { active: '2', text: 'menu.orders_history' },
] as const;

/** The tab is `active` in the address: 1 open orders, 2 closed orders. */
export function OrdersPage() {
  const { t } = useTexts();
  const { active } = useActiveTab(TABS);
  const [selectedOrder, setSelectedOrder] = useState<string | null>(null);
  return (
    <>
      <Panel title={t('menu.group_orders')} level={1}>
        <TabLinks label={t('orderlist.tabs')} tabs={TABS} active={active} />
        {active === '1' ? <OpenOrders onShow={setSelectedOrder} /> : <EndedOrders onShow={setSelectedOrder} />}
      </Panel>
      {selectedOrder !== null && <OrderDrawer order={selectedOrder} onClose={() => setSelectedOrder(null)} />}
    </>
  );
}
