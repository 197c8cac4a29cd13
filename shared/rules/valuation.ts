/** The asset in which limits and reviews are valued. */
export const VALUE_ASSET = 'USDT';
/** Digits behind the point of such a value, whatever scale USDT was listed with. */
export const VALUE_SCALE = 8;
/**
 * Maximum age of an index price used for valuation, in milliseconds. It is longer than for settlement: a stopped feed must not weaken the
 * protection of funds immediately. It is bounded, because a feed that ended long ago must not fix a value for ever.
 */
export const INDEX_VALUE_MS = 86_400_000;
/** Unit of thirty-day volumes, which decide fee levels; the scale is in digits after the decimal point. */
export const VOLUME_ASSET = 'BTC';
export const VOLUME_SCALE = 8;
