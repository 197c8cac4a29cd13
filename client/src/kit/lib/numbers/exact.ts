/**
 * The only arithmetic on decimal strings: exact integers inside. Rounds only divisions and truncations, towards zero unless the name says
 * otherwise. Operands are plain decimals with an optional sign.
 */
import { decimalOf, scaleOf, unitsOf } from '../../../../../shared/rules/units';

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`. */
export function compare(a: string, b: string): number {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const difference = exact(a, scale) - exact(b, scale);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

export function sumOf(decimals: readonly string[]): string {
  const scale = Math.max(0, ...decimals.map(scaleOf));
  return decimalOf(
    decimals.reduce((sum, decimal) => sum + exact(decimal, scale), 0n),
    scale,
  );
}

export function differenceOf(a: string, b: string): string {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  return decimalOf(exact(a, scale) - exact(b, scale), scale);
}

export function productOf(a: string, b: string): string {
  return decimalOf(exact(a, scaleOf(a)) * exact(b, scaleOf(b)), scaleOf(a) + scaleOf(b));
}

/** `digits` decimals, towards zero. Division by zero gives zero. */
export function quotientOf(a: string, b: string, digits: number): string {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const divisor = exact(b, scale);
  return divisor === 0n ? '0' : decimalOf((exact(a, scale) * 10n ** BigInt(digits)) / divisor, digits);
}

/** Truncated to `digits` decimals. */
export function cutTo(decimal: string, digits: number): string {
  return quotientOf(decimal, '1', digits);
}

export function isAbove(a: string, b: string): boolean {
  return compare(a, b) > 0;
}

export function isMultiple(decimal: string, step: string): boolean {
  const scale = Math.max(scaleOf(decimal), scaleOf(step));
  return exact(decimal, scale) % exact(step, scale) === 0n;
}

/** Greatest multiple of `step` not above `decimal`, which must not be negative. */
export function floorTo(decimal: string, step: string): string {
  const scale = Math.max(scaleOf(decimal), scaleOf(step));
  const width = exact(step, scale);
  return decimalOf((exact(decimal, scale) / width) * width, scale);
}

/** Rounded to `digits` decimals, away from zero. */
export function roundedUp(decimal: string, digits: number): string {
  const truncated = cutTo(decimal, digits);
  const step = decimalOf(decimal.startsWith('-') ? -1n : 1n, digits);
  return compare(truncated, decimal) === 0 ? truncated : sumOf([truncated, step]);
}

/**
 * Integer of the smallest unit at `scale` places. Decimals of the exchange have no sign; signs come from this client. Other text is a
 * programming error.
 */
export function exact(decimal: string, scale: number): bigint {
  const isNegative = decimal.startsWith('-');
  const units = unitsOf(isNegative ? decimal.slice(1) : decimal, scale);
  if (typeof units !== 'bigint') throw new Error(`${decimal} is no decimal of ${scale} places: ${units}`);
  return isNegative ? -units : units;
}
