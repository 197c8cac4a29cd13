/** Duration of a position lock by staff. Milliseconds. */
export const LOCK_MS = 3_600_000;
