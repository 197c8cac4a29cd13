/** The user centre. Paths are below `/accountSet`; its screens stand beside its menu. */
import { LATER_ACCOUNT_SCREENS } from './later-screens';
import type { Screen } from './screen';

export const ACCOUNT_SCREENS: readonly Screen[] = [...LATER_ACCOUNT_SCREENS];
