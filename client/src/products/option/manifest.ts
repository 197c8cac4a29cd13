import { Timer } from 'lucide-react';
import { optionsSlice } from './api/option-slice';
import { OPTION_TEXTS } from './api/texts';
import { withTexts } from '../../kit/i18n/part-texts';
import type { ProductManifest } from '../manifest';

const TRADE = '/secondContract';
const RECORDS = '/accountSet/second';

export const OPTION: ProductManifest = {
  id: 'option',
  routes: {
    topLevel: [
      {
        path: TRADE,
        load: () => import('./screens/option-page').then((part) => part.OptionPage),
        title: 'menu.second',
      },
      {
        path: '/certificate',
        load: () => import('./screens/certificate-page').then((part) => part.CertificatePage),
        title: 'menu.certificate',
      },
    ],
    account: [
      {
        path: 'second',
        load: () => import('./screens/option-records-page').then((part) => part.OptionRecordsPage),
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
  adminSections: [
    {
      name: 'options',
      text: 'menu.second',
      icon: Timer,
      rights: ['markets'],
      isAudited: false,
      load: () => import('./admin/options-page').then((part) => part.OptionsPage),
    },
  ],
  // The desk's user page shows contracts with the product's texts.
  adminParts: withTexts([OPTION_TEXTS], () => import('./admin/admin-parts').then((part) => part.ADMIN_PARTS)),
  fees: () => import('./panels/option-fees').then((part) => part.OptionFees),
  liabilityLoader: () => import('./api/promised').then((part) => part.OptionsPromised),
  channels: [
    {
      ...{ name: optionsSlice.name, reducer: optionsSlice.reducer, isPrivate: true },
      ...{ stream: optionsSlice, isResumed: true, tellsTime: true },
    },
  ],
  texts: [OPTION_TEXTS],
};
