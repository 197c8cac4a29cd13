import { Share2 } from 'lucide-react';
import { REFERRAL_TEXTS } from './api/texts';
import type { ProductManifest } from '../manifest';

const SHARE = '/share';

export const REFERRAL: ProductManifest = {
  id: 'referral',
  routes: {
    topLevel: [
      {
        path: SHARE,
        load: () => import('./screens/share-page').then((part) => part.SharePage),
        title: 'menu.share',
      },
    ],
    account: [],
  },
  menu: [],
  palette: [],
  accountTabs: [{ group: 'account', path: SHARE, text: 'menu.share', icon: Share2 }],
  adminSections: [],
  adminParts: () => import('./admin/admin-parts').then((part) => part.ADMIN_PARTS),
  channels: [],
  texts: [REFERRAL_TEXTS],
  serverWords: (language) => import(`../../../../shared/products/referral/texts/${language}.json`),
};
