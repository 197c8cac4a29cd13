/** Whether what the server sent is written as agreed. A figure that is not would be shown, sorted and added up wrongly. */

const CANONICAL = /^(?:0|[1-9]\d{0,29})(?:\.\d{0,29}[1-9])?$/;
const CANONICAL_SIGNED = /^(?!-0$)-?(?:0|[1-9]\d{0,29})(?:\.\d{0,29}[1-9])?$/;

/** Plain decimals without sign, exponent, leading or trailing zeros: of one amount there is one way to write it. */
export function areCanonical(...wired: readonly unknown[]): boolean {
  return wired.every((decimal) => typeof decimal === 'string' && CANONICAL.test(decimal));
}

/** The same with a sign, for changes. */
export function areCanonicalSigned(...wired: readonly unknown[]): boolean {
  return wired.every((decimal) => typeof decimal === 'string' && CANONICAL_SIGNED.test(decimal));
}
