/**
 * The one arithmetic on decimal strings: exact integers inside, rounded only where something is divided or cut, and then
 * towards zero unless the name says otherwise. Plain decimals, signed or not.
 */
import { decimalOf, scaleOf, unitsOf } from '../../../../../shared/rules/units';

/** Below, equal to or above zero, as `a` is less than, equal to or more than `b`. */
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

/** `digits` behind the point, towards zero; nothing by nothing is nothing. */
export function quotientOf(a: string, b: string, digits: number): string {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const divisor = exact(b, scale);
  return divisor === 0n ? '0' : decimalOf((exact(a, scale) * 10n ** BigInt(digits)) / divisor, digits);
}

/** `digits` behind the point, towards zero. */
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

/** The greatest multiple of `step` that is not above `decimal`, which is not below zero. */
export function floorTo(decimal: string, step: string): string {
  const scale = Math.max(scaleOf(decimal), scaleOf(step));
  const width = exact(step, scale);
  return decimalOf((exact(decimal, scale) / width) * width, scale);
}

/** At `digits` behind the point, away from zero. */
export function roundedUp(decimal: string, digits: number): string {
  const cut = cutTo(decimal, digits);
  const step = decimalOf(decimal.startsWith('-') ? -1n : 1n, digits);
  return compare(cut, decimal) === 0 ? cut : sumOf([cut, step]);
}

/** Integer of the smallest unit at `scale` places. Decimals of the exchange are plain; a sign is ours. What is none is a fault of ours. */
export function exact(decimal: string, scale: number): bigint {
  const isNegative = decimal.startsWith('-');
  const units = unitsOf(isNegative ? decimal.slice(1) : decimal, scale);
  if (typeof units !== 'bigint') throw new Error(`${decimal} is no decimal of ${scale} places: ${units}`);
  return isNegative ? -units : units;
}
