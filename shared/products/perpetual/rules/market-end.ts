/** Until so long before its end the end of a market can be called off. Milliseconds. */
export const CALL_OFF_MS = 3_600_000;
