/** Integer money: every rounding of the core, and of what the screens show before it is sent, stands here under a name. */

/** Rates are integers in parts per billion: 1 % is 10_000_000. */
export const PPB = 1_000_000_000n;

/**
 * Fee on a received `amount` (units) at `ratePpb` (0 … 10^9), rounded up to one unit in the house's favour; since the rate
 * is at most one, it is never more than what is received.
 */
export function feeOf(amount: bigint, ratePpb: number): bigint {
  if (ratePpb === 0) return 0n;
  return (amount * BigInt(ratePpb) + PPB - 1n) / PPB;
}

/**
 * `amount` × `numerator` ÷ `denominator` (all above zero but the amount, which may be 0), rounded up to one unit: a value
 * that is held against a limit is never too small.
 */
export function valueUp(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  return (amount * numerator + denominator - 1n) / denominator;
}

/** `over` ÷ `under` (above zero) to the whole number below, whatever the sign of `over`. */
export function floorOf(over: bigint, under: bigint): bigint {
  const towardZero = over / under;
  return over < 0n && towardZero * under !== over ? towardZero - 1n : towardZero;
}

/** `over` ÷ `under` (above zero) to the whole number above, whatever the sign of `over`. */
export function ceilOf(over: bigint, under: bigint): bigint {
  return -floorOf(-over, under);
}

/** `over` ÷ `under` (above zero) to the nearest whole number; what lies half-way goes down. */
export function nearestOf(over: bigint, under: bigint): bigint {
  return ceilOf(2n * over - under, 2n * under);
}
