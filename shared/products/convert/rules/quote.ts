/** A quote for a conversion: how long it is good, and the least that the user accepts for it. */
import { PPB, floorOf } from '../../../rules/arithmetic/rounding';

/** Milliseconds from the quote. */
export const QUOTE_VALID_MS = 10_000;

/** Accepted shortfall against the quote: 0.1 %. */
const TOLERANCE_PPB = 1_000_000n;

/** Minimum to receive for a quote, in the same units, rounded down. At least one unit, since a conversion must not yield zero. */
export function minimumReceived(received: bigint): bigint {
  const min = floorOf(received * (PPB - TOLERANCE_PPB), PPB);
  return min > 0n ? min : 1n;
}
