/** Validation of decimals from the server. Malformed ones would be shown, sorted and summed incorrectly. */

const CANONICAL = /^(?:0|[1-9]\d{0,29})(?:\.\d{0,29}[1-9])?$/;
const CANONICAL_SIGNED = /^(?!-0$)-?(?:0|[1-9]\d{0,29})(?:\.\d{0,29}[1-9])?$/;

/** Canonical decimals: no sign, exponent, leading or trailing zeros, so each amount has one notation. */
export function areCanonical(...wired: readonly unknown[]): boolean {
  return wired.every((decimal) => typeof decimal === 'string' && CANONICAL.test(decimal));
}

/** The same with a sign, for changes. */
export function areCanonicalSigned(...wired: readonly unknown[]): boolean {
  return wired.every((decimal) => typeof decimal === 'string' && CANONICAL_SIGNED.test(decimal));
}
