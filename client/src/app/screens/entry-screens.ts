/** Log-in and registration. */
import type { Screen } from './screen';

export const ENTRY_SCREENS: readonly Screen[] = [];
