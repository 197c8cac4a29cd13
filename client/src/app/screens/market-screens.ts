/** Home and quotes. */
import type { Screen } from '../../kit/ui/screen';

export const MARKET_SCREENS: readonly Screen[] = [
  { path: '/', load: () => import('../pages/home/home-page').then((part) => part.HomePage), title: 'page.home' },
  {
    path: '/quotation',
    load: () => import('../pages/quotes/quotes-page').then((part) => part.QuotesPage),
    title: 'menu.quotes',
  },
];
