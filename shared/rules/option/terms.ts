/** What terms of second contracts may be. */
import { PPB } from '../rounding';

export const DURATIONS_MAX = 16;
export const DURATION_MS_MAX = 86_400_000;
export const PAYOUT_PPB_MAX = Number(PPB) - 1;
/** Where one may get out early: with more, two contracts against each other could win together. */
export const PAYOUT_WITH_LEVELS_PPB_MAX = 850_000_000;
