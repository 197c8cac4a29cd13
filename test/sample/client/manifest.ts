import { Timer } from 'lucide-react';
import { SAMPLE_MENU_TEXTS, SAMPLE_TEXTS } from './api/texts';
import { timersSlice } from './api/timer-slice';
import type { ProductManifest } from '../manifest';
import { withTexts } from '../../kit/i18n/part-texts';

const TIMER = '/timer';

export const SAMPLE: ProductManifest = {
  id: 'sample',
  routes: {
    topLevel: [
      { path: TIMER, load: () => import('./screens/timer-page').then((part) => part.TimerPage), title: 'menu.timer' },
    ],
    account: [],
  },
  menu: [{ path: TIMER, text: 'menu.timer' }],
  palette: [],
  accountTabs: [{ group: 'orders', path: TIMER, text: 'menu.timer', icon: Timer }],
  adminSections: [
    {
      name: 'timers',
      text: 'menu.timer',
      icon: Timer,
      rights: ['markets'],
      isAudited: false,
      load: () => import('./admin/timer-desk').then((part) => part.TimerDesk),
    },
  ],
  adminParts: withTexts([SAMPLE_TEXTS], () => import('./admin/admin-parts').then((part) => part.ADMIN_PARTS)),
  channels: [
    {
      ...{ name: timersSlice.name, reducer: timersSlice.reducer, isPrivate: true },
      ...{ stream: timersSlice, isResumed: true, tellsTime: true },
    },
  ],
  texts: [SAMPLE_TEXTS],
  menuTexts: SAMPLE_MENU_TEXTS,
  serverWords: (language) => import(`../../../../shared/products/sample/texts/${language}.json`),
};
