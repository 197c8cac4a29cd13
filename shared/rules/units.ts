/**
 * Conversion between decimal strings and integers of the smallest unit. Only these functions add or remove a decimal
 * point. The core and the journal use only integers, the API and the screens only decimal strings.
 */

const PLAIN_DECIMAL = /^(0|[1-9]\d{0,29})(?:\.(\d{1,30}))?$/;

/** Reason why a decimal string is not an amount of the given scale. */
export type UnitsFault = 'not_decimal' | 'too_precise';

/**
 * Units of `decimal` at `scale` decimals: `unitsOf('1.5', 8)` is `150000000n`. Accepts plain non-negative decimals
 * without exponent, sign or leading zeros; trailing zeros are accepted. Returns a fault and never a rounded amount:
 * `too_precise` if a non-zero digit is beyond the scale.
 */
export function unitsOf(decimal: string, scale: number): bigint | UnitsFault {
  const match = PLAIN_DECIMAL.exec(decimal);
  if (!match) return 'not_decimal';
  const integerDigits = match[1];
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > scale) return 'too_precise';
  return BigInt(integerDigits + fraction.padEnd(scale, '0'));
}

/** The canonical decimal of an integer of units: no exponent, no trailing zeros. `decimalOf(150000000n, 8)` is `'1.5'`. */
export function decimalOf(units: bigint, scale: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const integerDigits = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? '' : digits.slice(digits.length - scale).replace(/0+$/, '');
  return (negative ? '-' : '') + integerDigits + (fraction === '' ? '' : '.' + fraction);
}

/** Number of decimals of a canonical decimal: `scaleOf('0.01')` is 2. */
export function scaleOf(decimal: string): number {
  const point = decimal.indexOf('.');
  return point < 0 ? 0 : decimal.length - point - 1;
}

/** True for a positive decimal in canonical form (no exponent, no trailing zeros), the form of ticks and lots. */
export function isCanonicalPositive(decimal: string): boolean {
  const units = unitsOf(decimal, 30);
  return typeof units === 'bigint' && units > 0n && decimalOf(units, 30) === decimal;
}
