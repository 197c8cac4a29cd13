import { Share2 } from 'lucide-react';
import { REFERRAL_TEXTS } from '../../shared/i18n/part-texts';
import type { ProductManifest } from '../manifest';

const SHARE = '/share';

export const REFERRAL: ProductManifest = {
  id: 'referral',
  routes: {
    own: [
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
  staffSections: [],
  channels: [],
  texts: [REFERRAL_TEXTS],
};
