/** Trading. */
import type { Screen } from './screen';

export const TRADE_SCREENS: readonly Screen[] = [];
