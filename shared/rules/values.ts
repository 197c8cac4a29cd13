/** What limits and reviews are counted in. */
export const VALUED_IN = 'USDT';
/** Digits behind the point of such a value, whatever scale USDT was listed with. */
export const VALUE_SCALE = 8;
