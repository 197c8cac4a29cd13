/**
 * Size limits of one batch, equal for every journal: rules that must not differ between journals belong to the core.
 * The largest batch with all its metadata fits an append of each journal at default limits.
 */
/** Maximum events of one batch. */
export const BATCH_EVENTS_MAX = 1_000;
/** Maximum bytes of one batch's canonical JSON with its place in the chain. */
export const BATCH_BYTES_MAX = 512 * 1024;
/**
 * Maximum orders that one batch cancels for a frozen account. A cancellation is one event of fewer than 512 bytes, even with the longest
 * names and amounts. At most half a batch is used, and no follow-up is rejected for its size.
 */
export const FROZEN_ORDERS_ENDED_MAX = 500;
/**
 * A slice accepts no more work after this many events, and cancels at most this many orders of one participant, because all the money an
 * account pays with may be held by its orders. The next slice continues. The longest possible slice fits one batch.
 */
export const SLICE_EVENTS_MAX = 300;
export const SLICE_ORDERS_MAX = 200;
