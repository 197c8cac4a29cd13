import { Scale, ScrollText } from 'lucide-react';
import { marksSlice } from '../../kit/entities/contract/marks';
import { positionsSlice } from '../../kit/entities/contract/positions';
import { CONTRACT_TEXTS, withTexts } from '../../kit/i18n/part-texts';
import type { ProductManifest } from '../manifest';

const TRADE = '/contractTransaction';
const ORDERS = '/accountSet/contract';

export const CONTRACT: ProductManifest = {
  id: 'contract',
  routes: {
    topLevel: [
      {
        path: TRADE,
        load: () => import('./parts').then((part) => part.ContractPage),
        title: 'menu.futures',
      },
      {
        path: '/fundingHistory',
        load: () => import('./screens/history/funding-page').then((part) => part.FundingHistoryPage),
        title: 'menu.funding_history',
      },
      {
        path: '/insuranceFund',
        load: () => import('./screens/history/public-pages').then((part) => part.InsuranceFundPage),
        title: 'menu.insurance_fund',
      },
      {
        path: '/liquidation',
        load: () => import('./screens/history/liquidation-page').then((part) => part.LiquidationPage),
        title: 'menu.liquidations',
      },
    ],
    account: [
      {
        path: 'contract',
        load: () => import('./screens/orders/contract-orders-page').then((part) => part.ContractOrdersPage),
        title: 'menu.contract_orders',
      },
    ],
  },
  menu: [{ path: TRADE, text: 'menu.futures' }],
  palette: [
    { path: `${ORDERS}?active=5`, text: 'menu.contract_closed' },
    { path: `${ORDERS}?active=3`, text: 'menu.contract_calendar' },
  ],
  accountTabs: [{ group: 'orders', path: ORDERS, text: 'menu.contract_orders', icon: ScrollText }],
  adminSections: [
    {
      name: 'contracts',
      text: 'staff.section.contracts',
      icon: Scale,
      rights: ['users', 'recharges'],
      isAudited: true,
      narrowed: ['users'],
      load: () => import('./admin/contracts-page').then((part) => part.ContractsPage),
    },
  ],
  // The desk's labels for contracts are in the contract texts.
  adminParts: withTexts([CONTRACT_TEXTS], () => import('./admin/admin-parts').then((part) => part.ADMIN_PARTS)),
  channels: [
    { name: marksSlice.name, reducer: marksSlice.reducer, isPrivate: false, stream: marksSlice },
    {
      ...{ name: positionsSlice.name, reducer: positionsSlice.reducer, isPrivate: true },
      ...{ stream: positionsSlice, isResumed: true, tellsTime: true },
    },
  ],
  texts: [CONTRACT_TEXTS],
};
