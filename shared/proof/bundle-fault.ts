/** Faults of a bundle, and their place: a file, a journal position, a line of the signed heads, or an account. */
export const BUNDLE_FAULTS = [
  'zip',
  'form',
  'file',
  'line',
  'hash',
  'order',
  'heads',
  'contradicted',
  'key',
  'sums',
  'statement',
  'balances',
  'state',
] as const;
export type BundleFault = (typeof BUNDLE_FAULTS)[number];

export class BundleError extends Error {
  constructor(
    readonly fault: BundleFault,
    readonly where: string,
  ) {
    super(`${fault} ${where}`);
  }
}
