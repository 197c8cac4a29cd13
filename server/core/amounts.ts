/** Integer money. Every rounding of the core stands in this file, under a name. */

/** What would pass a signed 64-bit integer is refused before it is computed into a balance. */
export const AMOUNT_MAX = 2n ** 63n - 1n;

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

/** The lowest whole tick not below `reference − reference × bandPpb`: the worst price a banded sell may trade at. */
export function bandLow(referenceTicks: number, bandPpb: number): number {
  const away = (BigInt(referenceTicks) * BigInt(bandPpb)) / PPB;
  return Math.max(1, Number(BigInt(referenceTicks) - away));
}

/** The highest whole tick not above `reference + reference × bandPpb`: the worst price a banded buy may trade at. */
export function bandHigh(referenceTicks: number, bandPpb: number): number {
  return Number(BigInt(referenceTicks) + (BigInt(referenceTicks) * BigInt(bandPpb)) / PPB);
}
