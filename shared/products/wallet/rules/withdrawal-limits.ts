/** Daily limits by bindings, as one number in the core. The limits of verified users come after the others. */

const VERIFIED = 8;

export function limitKeyOf(bindings: number, isVerified: boolean): number {
  return isVerified ? bindings + VERIFIED : bindings;
}

export function limitOfKey(key: number): { bindings: number; isVerified: boolean } {
  return key >= VERIFIED ? { bindings: key - VERIFIED, isVerified: true } : { bindings: key, isVerified: false };
}
