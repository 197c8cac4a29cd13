/** Quantities for narrow lists: full or abbreviated, never cut off. */
import type { NumberFormats } from './format';

/** Characters that fit beside a price and another number in the narrowest book. */
const WHOLE_CHARS_MAX = 9;

/** All decimals if they fit, else a short form such as `48.83M`; callers show all digits in a tooltip. */
export function sizeShown(numbers: Pick<NumberFormats, 'fixed' | 'compact'>, decimal: string, digits: number): string {
  const fullText = numbers.fixed(decimal, digits);
  if (fullText.length <= WHOLE_CHARS_MAX) return fullText;
  // Below 1,000 the only shorter form is fewer decimals.
  const units = decimal.split('.')[0].length;
  return units > 3 ? numbers.compact(decimal) : numbers.fixed(decimal, Math.max(0, WHOLE_CHARS_MAX - units - 1));
}

/** Width of a number as a CSS length: a separator is less than half as wide as a digit. */
export function widthOf(figures: string): string {
  const marks = figures.replace(/\d/g, '').length;
  return `calc(${figures.length - marks} * 1ch + ${marks} * 0.5ch)`;
}
