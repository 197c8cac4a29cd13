/** The price that sources agree on. */

/** A source further away from the median of all than this fraction is left out: one twentieth, 5 %. */
const OFF_PARTS = 20n;

interface Priced {
  readonly price: number;
}

/**
 * The median of the sources within 5 % of the median of all, and these sources in their original order. Prices are
 * positive safe integers. Null if fewer than `min` sources remain.
 */
export function agreedPrice<S extends Priced>(
  sources: readonly S[],
  min: number,
): { price: number; sources: S[] } | null {
  if (sources.length === 0) return null;
  const middle = medianPrice(sources);
  const agreeingSources = sources.filter(({ price }) => !isOutlier(price, middle));
  if (agreeingSources.length === 0 || agreeingSources.length < min) return null;
  return { price: medianPrice(agreeingSources), sources: agreeingSources };
}

/** The median price of these sources. There is at least one. */
export function medianPrice(sources: readonly Priced[]): number {
  return medianOf(sources.map(({ price }) => price));
}

/** For an even count, the mean of the two middle numbers, rounded down. Needs at least one number; none may be negative. */
export function medianOf(numbers: readonly number[]): number {
  const ascending = [...numbers].sort((one, other) => one - other);
  const upper = ascending[ascending.length >> 1];
  if (ascending.length % 2 === 1) return upper;
  const lower = ascending[(ascending.length >> 1) - 1];
  // The sum may exceed the safe integers; half of the difference is exact.
  return lower + Math.floor((upper - lower) / 2);
}

function isOutlier(price: number, middle: number): boolean {
  return BigInt(Math.abs(price - middle)) * OFF_PARTS > BigInt(middle);
}
