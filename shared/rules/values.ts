/** What limits and reviews are counted in. */
export const VALUED_IN = 'USDT';
/** Digits behind the point of such a value, whatever scale USDT was listed with. */
export const VALUE_SCALE = 8;
/**
 * For how long after it was published an index counts for a value, milliseconds: longer than for anything that is settled by it,
 * since a feed that stops must not make money less protected at once; and no longer, since one that ended long ago must not fix
 * a value for ever.
 */
export const INDEX_VALUE_MS = 86_400_000;
/** Volumes of thirty days, which decide about levels of fees, are counted in it, with so many digits behind the point. */
export const VOLUME_IN = 'BTC';
export const VOLUME_SCALE = 8;
