/** Mining's part of the product. */
import type { Screen } from '../../shared/ui/screen';
import { withTexts } from './with-texts';

export const MINING_SCREENS: readonly Screen[] = [
  {
    path: '/defiFinancial',
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
];
