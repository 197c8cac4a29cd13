/** Trading. */
import type { Screen } from './screen';

export const TRADE_SCREENS: readonly Screen[] = [
  { path: '/currencyTransaction', load: () => import('../../pages/trade/trade-page').then((part) => part.TradePage) },
];
