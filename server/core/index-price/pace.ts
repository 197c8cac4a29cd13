/** How fast the sources of an index tell: what is settled within seconds is not sold on one whose quotes are older. */
import { medianOf } from '../../../shared/rules/median';
import type { Publication } from './state';

/** The number of publications whose ages are kept. */
const PUBLICATIONS = 100;
/** Older than this in the median, milliseconds, and the index is slow. */
export const SLOW_MS = 1_000;

interface Paced {
  /** As the state keeps them. */
  readonly ages: readonly number[];
}

/** With one more publication. */
export function agesWith(ages: readonly number[], { at, sources }: Pick<Publication, 'at' | 'sources'>): number[] {
  const age = medianOf(sources.map((source) => at - source.at));
  return [...ages, age].slice(-PUBLICATIONS);
}

/** The median of the ages of the last publications; null before the first. */
export function paceOf({ ages }: Paced): number | null {
  return ages.length > 0 ? medianOf(ages) : null;
}

/** One that was never published is not known to be fast. */
export function isSlow(symbol: Paced): boolean {
  return (paceOf(symbol) ?? Infinity) > SLOW_MS;
}
