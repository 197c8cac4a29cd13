/** Home and quotes. */
import type { Screen } from './screen';

export const MARKET_SCREENS: readonly Screen[] = [];
