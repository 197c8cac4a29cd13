/**
 * Orders that one command may end, change and place to quote a market, all together. Each is one event of fewer than 1,000 bytes, so they
 * always fit a batch.
 */
export const QUOTE_PIECES_MAX = 100;
