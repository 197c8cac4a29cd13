/** How current an index's sources are: products that settle within seconds are not sold on an index with older quotes. */
import { medianOf } from '../../../shared/rules/arithmetic/median';
import type { Publication } from './state';

/** Maximum number of stored publication ages. */
const PUBLICATIONS = 100;
/** Milliseconds: the index is slow if the median age of its quotes exceeds it. */
export const SLOW_MS = 1_000;

interface QuoteAges {
  /** Oldest first, milliseconds. */
  readonly ages: readonly number[];
}

/** Appends the age of one more publication. */
export function appendAge(ages: readonly number[], { at, sources }: Pick<Publication, 'at' | 'sources'>): number[] {
  const age = medianOf(sources.map((source) => at - source.at));
  return [...ages, age].slice(-PUBLICATIONS);
}

/** Median age of the last publications; null before the first. */
export function medianAge({ ages }: QuoteAges): number | null {
  return ages.length > 0 ? medianOf(ages) : null;
}

/** An index that was never published counts as slow. */
export function areQuotesSlow(symbol: QuoteAges): boolean {
  return (medianAge(symbol) ?? Infinity) > SLOW_MS;
}
