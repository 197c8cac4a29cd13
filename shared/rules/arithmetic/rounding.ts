/** Rounding functions for integer amounts. The core and the screens' previews use only these. */

/** Rates are integers in parts per billion: 1 % is 10_000_000. */
export const PPB = 1_000_000_000n;

/**
 * Fee on a received `amount` (units) at `ratePpb` (0 … 10^9), rounded up to one unit in the house's favour. The rate is at most one, so the
 * fee never exceeds the amount.
 */
export function feeOf(amount: bigint, ratePpb: number): bigint {
  if (ratePpb === 0) return 0n;
  return (amount * BigInt(ratePpb) + PPB - 1n) / PPB;
}

/**
 * `amount` × `numerator` ÷ `denominator` (`amount` may be 0, the others are above zero), rounded up to one unit, so
 * that a value compared with a limit is never too small.
 */
export function valueUp(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  return (amount * numerator + denominator - 1n) / denominator;
}

/** `numerator` ÷ `denominator` (above zero), rounded down for either sign of `numerator`. */
export function floorOf(numerator: bigint, denominator: bigint): bigint {
  const towardZero = numerator / denominator;
  return numerator < 0n && towardZero * denominator !== numerator ? towardZero - 1n : towardZero;
}

/** `numerator` ÷ `denominator` (above zero), rounded up for either sign of `numerator`. */
export function ceilOf(numerator: bigint, denominator: bigint): bigint {
  return -floorOf(-numerator, denominator);
}

/** `numerator` ÷ `denominator` (above zero), rounded to the nearest integer; half is rounded down. */
export function nearestOf(numerator: bigint, denominator: bigint): bigint {
  return ceilOf(2n * numerator - denominator, 2n * denominator);
}
