/** Limits of a day by bindings, under the one number that the core counts them by: those of who is verified are behind the others. */

const VERIFIED = 8;

export function limitKeyOf(bindings: number, isVerified: boolean): number {
  return isVerified ? bindings + VERIFIED : bindings;
}

export function limitOfKey(key: number): { bindings: number; isVerified: boolean } {
  return key >= VERIFIED ? { bindings: key - VERIFIED, isVerified: true } : { bindings: key, isVerified: false };
}
