/** Figures of lists that are as narrow as a panel of the terminal: whole, or short, never in part. */
import type { NumberFormats } from './format';

/** As many characters of a figure have room beside a price and another figure in the narrowest book. */
const WHOLE_CHARS_MAX = 9;

/** All places of a quantity where they have room, else as `48.83M`: its place shows all of it under the pointer. */
export function sizeShown(numbers: Pick<NumberFormats, 'fixed' | 'compact'>, decimal: string, digits: number): string {
  const whole = numbers.fixed(decimal, digits);
  if (whole.length <= WHOLE_CHARS_MAX) return whole;
  // Below a thousand nothing is shorter than fewer places.
  const units = decimal.split('.')[0].length;
  return units > 3 ? numbers.compact(decimal) : numbers.fixed(decimal, Math.max(0, WHOLE_CHARS_MAX - units - 1));
}

/** Width of a number as a CSS length: a separator is less than half as wide as a digit. */
export function widthOf(figures: string): string {
  const marks = figures.replace(/\d/g, '').length;
  return `calc(${figures.length - marks} * 1ch + ${marks} * 0.5ch)`;
}
