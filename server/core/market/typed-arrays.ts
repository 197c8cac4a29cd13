/** Pools over typed arrays: an array doubles when it is full, and freed indices are reused before it grows. */

/** Null index into a pool: no further order, no child, no free element. */
export const NONE = -1;

interface ReadonlyNumbers {
  readonly length: number;
  readonly [index: number]: number;
}

/** Read-only view of pools, enforced by the compiler. */
export type PoolView<Pools> = {
  readonly [Field in keyof Pools]: Pools[Field] extends number ? number : ReadonlyNumbers;
};

export function doubleCapacity(ints: Int32Array): Int32Array {
  const larger = new Int32Array(ints.length * 2);
  larger.set(ints);
  return larger;
}
