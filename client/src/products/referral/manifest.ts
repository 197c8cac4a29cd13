import { Share2 } from 'lucide-react';
import { needTexts } from '../../shared/i18n/i18n';
import { REFERRAL_TEXTS } from '../../shared/i18n/referral-texts';
import type { ProductManifest } from '../manifest';

const SHARE = '/share';

export const REFERRAL: ProductManifest = {
  id: 'referral',
  routes: {
    own: [
      {
        path: SHARE,
        // Its words come with its screen.
        load: async () => {
          const [page] = await Promise.all([import('../../pages/share/share-page'), needTexts(REFERRAL_TEXTS)]);
          return page.SharePage;
        },
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
  texts: null,
};
