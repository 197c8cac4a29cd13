/** The end of a market can be cancelled until this long before it. Milliseconds. */
export const CALL_OFF_MS = 3_600_000;
