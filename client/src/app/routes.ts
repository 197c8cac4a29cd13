/** Every screen by its path, each a part that is loaded when it is first shown. */
import type { PageLoader } from './lazy-page';
import { CONTENT_SCREENS } from './screens/content-screens';
import { ENTRY_SCREENS } from './screens/entry-screens';
import { LATER_SCREENS } from './screens/later-screens';
import { MARKET_SCREENS } from './screens/market-screens';
import type { Screen } from './screens/screen';
import { TRADE_SCREENS } from './screens/trade-screens';

/** Screens inside the frame. */
export const SCREENS: readonly Screen[] = [
  ...MARKET_SCREENS,
  ...TRADE_SCREENS,
  ...ENTRY_SCREENS,
  ...CONTENT_SCREENS,
  ...LATER_SCREENS,
];

export const NOT_FOUND: PageLoader = () =>
  import('../pages/not-found/not-found-page').then((part) => part.NotFoundPage);
