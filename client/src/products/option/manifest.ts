import { Timer } from 'lucide-react';
import { optionsSlice } from '../../entities/option/option-slice';
import { needTexts } from '../../shared/i18n/i18n';
import { OPTION_TEXTS } from '../../shared/i18n/option-texts';
import type { PageLoader } from '../../shared/ui/lazy-page';
import type { ProductManifest } from '../manifest';

const TRADE = '/secondContract';
const RECORDS = '/accountSet/second';

/** Its words come with its screens. */
function withTexts(load: PageLoader): PageLoader {
  return async () => {
    const [page] = await Promise.all([load(), needTexts(OPTION_TEXTS)]);
    return page;
  };
}

export const OPTION: ProductManifest = {
  id: 'option',
  routes: {
    own: [
      {
        path: TRADE,
        load: withTexts(() => import('../../pages/option/option-page').then((part) => part.OptionPage)),
        title: 'menu.second',
      },
      {
        path: '/certificate',
        load: withTexts(() => import('../../pages/option/certificate-page').then((part) => part.CertificatePage)),
        title: 'menu.certificate',
      },
    ],
    account: [
      {
        path: 'second',
        load: withTexts(() => import('../../pages/option/option-records-page').then((part) => part.OptionRecordsPage)),
        title: 'menu.second_records',
      },
    ],
  },
  menu: [{ path: TRADE, text: 'menu.second' }],
  palette: [
    { path: `${RECORDS}?active=2`, text: 'menu.second_history' },
    { path: `${RECORDS}?active=3`, text: 'menu.second_days' },
  ],
  accountTabs: [{ group: 'orders', path: RECORDS, text: 'menu.second_records', icon: Timer }],
  staffSections: [
    {
      name: 'options',
      text: 'menu.second',
      icon: Timer,
      rights: ['markets'],
      isAudited: false,
      load: async () => {
        const [{ OptionsPage }] = await Promise.all([
          import('../../pages/admin/options-page'),
          needTexts(OPTION_TEXTS),
        ]);
        return OptionsPage;
      },
    },
  ],
  channels: [{ name: optionsSlice.name, reducer: optionsSlice.reducer, isPrivate: true, stream: optionsSlice }],
  texts: null,
};
