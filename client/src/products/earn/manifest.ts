import { PiggyBank, Pickaxe } from 'lucide-react';
import { earnSlice } from '../../entities/earn/earn-slice';
import { EARN_TEXTS } from '../../shared/i18n/earn-texts';
import { needTexts } from '../../shared/i18n/i18n';
import type { ProductManifest } from '../manifest';
import { MINING_SCREENS } from './mining';
import { withTexts } from './with-texts';

const FINANCIAL = '/financial';
const MINING = '/defiFinancial';

export const EARN: ProductManifest = {
  id: 'earn',
  routes: {
    own: [
      {
        path: FINANCIAL,
        load: withTexts(() => import('../../pages/earn/financial-page').then((part) => part.FinancialPage)),
        title: 'menu.financial',
      },
      {
        path: '/financialDetail',
        load: withTexts(() =>
          import('../../pages/earn/financial-detail-page').then((part) => part.FinancialDetailPage),
        ),
        title: null,
      },
      {
        path: '/financialRecords',
        load: withTexts(() => import('../../pages/earn/own-pages').then((part) => part.FinancialRecordsPage)),
        title: 'menu.financial_records',
      },
      {
        path: '/earnPromised',
        load: withTexts(() => import('../../pages/earn/promised-page').then((part) => part.PromisedPage)),
        title: 'menu.earn_promised',
      },
      ...MINING_SCREENS,
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
  staffSections: [
    {
      name: 'earn',
      text: 'menu.earn_desk',
      icon: PiggyBank,
      rights: ['markets'],
      isAudited: false,
      load: async () => {
        const [{ EarnDeskPage }] = await Promise.all([import('../../pages/admin/earn-page'), needTexts(EARN_TEXTS)]);
        return EarnDeskPage;
      },
    },
  ],
  channels: [{ name: earnSlice.name, reducer: earnSlice.reducer, isPrivate: true, stream: earnSlice }],
  texts: null,
};
