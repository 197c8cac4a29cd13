import { ClipboardList, History } from 'lucide-react';
import type { ProductManifest } from '../manifest';

const ORDERS = '/accountSet/commin';

export const SPOT: ProductManifest = {
  id: 'spot',
  routes: {
    topLevel: [
      {
        path: '/currencyTransaction',
        load: () => import('./parts').then((part) => part.SpotPage),
        title: 'menu.spot',
      },
    ],
    account: [
      {
        path: 'commin',
        load: () => import('./screens/orders-page').then((part) => part.OrdersPage),
        title: null,
      },
    ],
  },
  menu: [{ path: '/currencyTransaction', text: 'menu.spot', group: 'menu.quantitative' }],
  palette: [
    { path: `${ORDERS}?active=1`, text: 'menu.orders_current' },
    { path: `${ORDERS}?active=2`, text: 'menu.orders_history' },
  ],
  accountTabs: [
    { group: 'orders', path: ORDERS, active: '1', text: 'menu.orders_current', icon: ClipboardList },
    { group: 'orders', path: ORDERS, active: '2', text: 'menu.orders_history', icon: History },
  ],
  adminSections: [],
  // The store registers the spot channels itself.
  channels: [],
  texts: [],
};
