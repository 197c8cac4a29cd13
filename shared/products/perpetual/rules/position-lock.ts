/** As long as one of staff locks a position. Milliseconds. */
export const LOCK_MS = 3_600_000;
