/** What an index price says beside itself: how far the market is from it, and how old it is. */
import type { IndexPrice } from '../../../../shared/wire/market-data';
import { differenceOf, quotientOf } from '../../shared/lib/numbers/exact';
import { areCanonical } from '../../shared/stream/decimals';

const RATIO_DIGITS = 6;

/** Whether its figures are written as agreed. */
export function isIndexPrice({ price, sources }: IndexPrice): boolean {
  return areCanonical(...(price === null ? [] : [price]), ...sources.map((source) => source.price));
}

/** How far the last price lies from the index, as a signed ratio of the index to six places, towards zero. */
export function deviationOf(last: string, index: string): string {
  return quotientOf(differenceOf(last, index), index, RATIO_DIGITS);
}

export interface Age {
  unit: 'seconds' | 'minutes' | 'hours';
  count: number;
}

/** In the unit in which a number of two or three digits says enough; never below zero, whatever the clocks say. */
export function ageOf(at: number, asOf: number): Age {
  const seconds = Math.max(0, Math.floor((asOf - at) / 1_000));
  if (seconds < 100) return { unit: 'seconds', count: seconds };
  const minutes = Math.floor(seconds / 60);
  return minutes < 100 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.floor(minutes / 60) };
}
