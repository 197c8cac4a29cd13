/**
 * How much one batch may hold, on every journal alike: rules that must not differ between the journals belong to the core.
 * With all of its metadata the largest batch fits the append of a journal at its default limits.
 */
/** Events of one batch, at most. */
export const BATCH_EVENTS_MAX = 1_000;
/** Bytes of one batch's canonical JSON with its place in the chain, at most. */
export const BATCH_BYTES_MAX = 512 * 1024;
/**
 * Orders that one batch ends for a frozen account, at most: the end of an order is one event and, with the longest names and
 * amounts, fewer than 512 bytes. So they fill half a batch whatever they are, and a follow-up is never refused for its size.
 */
export const FROZEN_ORDERS_ENDED_MAX = 500;
/**
 * Events after which a slice takes on no more, and orders that end for one who is part of it, at most: what an account pays with may
 * be all that its orders hold. What is left is the next slice's. With the longest of everything it fits one batch.
 */
export const SLICE_EVENTS_MAX = 300;
export const SLICE_ORDERS_MAX = 200;
