/** The price that sources agree on. */

/** A source further than this part from the median of all is left out: one twentieth, 5 %. */
const OFF_PARTS = 20n;

interface Priced {
  readonly price: number;
}

/**
 * The median of the sources that lie within 5 % of the median of all, and those sources in the order in which they came.
 * Prices are positive safe integers. Null with fewer than `least` of them.
 */
export function agree<S extends Priced>(sources: readonly S[], least: number): { price: number; sources: S[] } | null {
  if (sources.length === 0) return null;
  const middle = medianPrice(sources);
  const near = sources.filter(({ price }) => !isOff(price, middle));
  if (near.length === 0 || near.length < least) return null;
  return { price: medianPrice(near), sources: near };
}

/** The median of what these sources say. There is at least one. */
export function medianPrice(sources: readonly Priced[]): number {
  return medianOf(sources.map(({ price }) => price));
}

/** Of an even count the mean of the two in the middle, rounded down. There is at least one; none is below zero. */
export function medianOf(numbers: readonly number[]): number {
  const ascending = [...numbers].sort((one, other) => one - other);
  const upper = ascending[ascending.length >> 1];
  if (ascending.length % 2 === 1) return upper;
  const lower = ascending[(ascending.length >> 1) - 1];
  // Their sum may be no safe integer any more; half of their difference is exact.
  return lower + Math.floor((upper - lower) / 2);
}

function isOff(price: number, middle: number): boolean {
  return BigInt(Math.abs(price - middle)) * OFF_PARTS > BigInt(middle);
}
