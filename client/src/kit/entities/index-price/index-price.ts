/** Derived data of an index price: the market's distance from it, and its age. */
import type { IndexPrice } from '../../../../../shared/wire/market-data';
import { differenceOf, quotientOf } from '../../lib/numbers/exact';
import { areCanonical } from '../../stream/decimals';

const RATIO_DIGITS = 6;

/** True if all figures are canonical decimals. */
export function isIndexPrice({ price, sources }: IndexPrice): boolean {
  return areCanonical(...(price === null ? [] : [price]), ...sources.map((source) => source.price));
}

/** Deviation of the last price from the index as a signed ratio, six decimals, towards zero. */
export function deviationOf(last: string, index: string): string {
  return quotientOf(differenceOf(last, index), index, RATIO_DIGITS);
}

export interface Age {
  unit: 'seconds' | 'minutes' | 'hours';
  count: number;
}

/** Age in the unit that gives two or three digits; never negative, even with clock skew. */
export function ageOf(at: number, asOf: number): Age {
  const seconds = Math.max(0, Math.floor((asOf - at) / 1_000));
  if (seconds < 100) return { unit: 'seconds', count: seconds };
  const minutes = Math.floor(seconds / 60);
  return minutes < 100 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.floor(minutes / 60) };
}
