import { PiggyBank, Pickaxe } from 'lucide-react';
import { earnSlice } from './api/earn-slice';
import { EARN_TEXTS } from './api/texts';
import type { ProductManifest } from '../manifest';

const FINANCIAL = '/financial';
const MINING = '/defiFinancial';

export const EARN: ProductManifest = {
  id: 'earn',
  routes: {
    topLevel: [
      {
        path: FINANCIAL,
        load: () => import('./screens/financial-page').then((part) => part.FinancialPage),
        title: 'menu.financial',
      },
      {
        path: '/financialDetail',
        load: () => import('./screens/financial-detail-page').then((part) => part.FinancialDetailPage),
        title: null,
      },
      {
        path: '/financialRecords',
        load: () => import('./screens/own-pages').then((part) => part.FinancialRecordsPage),
        title: 'menu.financial_records',
      },
      {
        path: '/earnPromised',
        load: () => import('./screens/promised-page').then((part) => part.PromisedPage),
        title: 'menu.earn_promised',
      },
      {
        path: MINING,
        load: () => import('./screens/mining-page').then((part) => part.MiningPage),
        title: 'menu.mining',
      },
      {
        path: '/defiDetail',
        load: () => import('./screens/mining-detail-page').then((part) => part.MiningDetailPage),
        title: null,
      },
      {
        path: '/defiRules',
        load: () => import('./screens/mining-rules').then((part) => part.MiningRulesPage),
        title: 'menu.mining_rules',
      },
      {
        path: '/myDefi',
        load: () => import('./screens/own-pages').then((part) => part.MyMiningPage),
        title: 'menu.my_mining',
      },
    ],
    account: [],
  },
  menu: [
    { path: FINANCIAL, text: 'menu.financial' },
    { path: MINING, text: 'menu.mining' },
  ],
  palette: [],
  accountTabs: [
    { group: 'orders', path: '/financialRecords', text: 'menu.financial_records', icon: PiggyBank },
    { group: 'orders', path: '/myDefi', text: 'menu.my_mining', icon: Pickaxe },
  ],
  adminSections: [
    {
      name: 'earn',
      text: 'menu.earn_desk',
      icon: PiggyBank,
      rights: ['markets'],
      isAudited: false,
      load: () => import('./admin/earn-page').then((part) => part.EarnAdminPage),
    },
  ],
  adminParts: () => import('./admin/admin-parts').then((part) => part.ADMIN_PARTS),
  channels: [
    {
      ...{ name: earnSlice.name, reducer: earnSlice.reducer, isPrivate: true },
      ...{ stream: earnSlice, isResumed: true, tellsTime: true },
    },
  ],
  texts: [EARN_TEXTS],
};
