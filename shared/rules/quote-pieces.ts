/**
 * Maximum number of orders that one quoting command may cancel, amend and place together. Each is one event of fewer
 * than 1,000 bytes, so they always fit a batch.
 */
export const QUOTE_PIECES_MAX = 100;
