import { Coins, PiggyBank, Pickaxe } from 'lucide-react';
import { earnSlice } from '../../entities/earn/earn-slice';
import { EARN_TEXTS } from '../../shared/i18n/earn-texts';
import { needTexts } from '../../shared/i18n/i18n';
import type { PageLoader } from '../../shared/ui/lazy-page';
import type { ProductManifest } from '../manifest';

const FINANCIAL = '/financial';
const MINING = '/defiFinancial';

/** Its words come with its screens. */
function withTexts(load: PageLoader): PageLoader {
  return async () => {
    const [page] = await Promise.all([load(), needTexts(EARN_TEXTS)]);
    return page;
  };
}

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
        path: MINING,
        load: withTexts(() => import('../../pages/earn/mining-page').then((part) => part.MiningPage)),
        title: 'menu.mining',
      },
      {
        path: '/defiDetail',
        load: withTexts(() => import('../../pages/earn/mining-detail-page').then((part) => part.MiningDetailPage)),
        title: null,
      },
      {
        path: '/defiRules',
        load: withTexts(() => import('../../pages/earn/mining-rules').then((part) => part.MiningRulesPage)),
        title: 'menu.mining_rules',
      },
      {
        path: '/myDefi',
        load: withTexts(() => import('../../pages/earn/own-pages').then((part) => part.MyMiningPage)),
        title: 'menu.my_mining',
      },
      {
        path: '/earnPromised',
        load: withTexts(() => import('../../pages/earn/promised-page').then((part) => part.PromisedPage)),
        title: 'menu.earn_promised',
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
  staffSections: [
    {
      name: 'earn',
      text: 'staff.section.earn',
      icon: Coins,
      rights: ['markets', 'recharges'],
      isAudited: false,
      load: async () => {
        const [{ EarnPage }] = await Promise.all([import('../../pages/admin/earn-page'), needTexts(EARN_TEXTS)]);
        return EarnPage;
      },
    },
  ],
  channels: [{ name: earnSlice.name, reducer: earnSlice.reducer, isPrivate: true, stream: earnSlice }],
  texts: null,
};
