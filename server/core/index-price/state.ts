/** What is kept of index prices: terms, the latest of each symbol and the last of the day before, names, seeds not yet told. */
import type { IndexTerms } from './commands';
import type { SourcePrice } from './events';

export interface Publication {
  price: number;
  /** Time of its batch, milliseconds. */
  at: number;
  /** Position of its batch. */
  batch: number;
  sources: SourcePrice[];
}

export interface IndexSymbol {
  terms: IndexTerms;
  latest: Publication | null;
  /** The last one before the day (GMT+8) of the latest began. */
  closing: Publication | null;
  /** Of the last publications, at most a hundred, oldest first: how old their quotes were, in the median, milliseconds. */
  ages: number[];
}

export interface Commitment {
  feed: string;
  day: number;
  hash: string;
}

export interface IndexState {
  /** As they were set. */
  symbols: Map<string, IndexSymbol>;
  /** Names of sources; a source's number is its place, from 0. */
  sources: string[];
  /** Seeds that were committed and not yet revealed, by `<feed>/<day>`. */
  seeds: Map<string, Commitment>;
}

export function createIndexState(): IndexState {
  return { symbols: new Map(), sources: [], seeds: new Map() };
}

export function seedKey({ feed, day }: Pick<Commitment, 'feed' | 'day'>): string {
  return `${feed}/${day}`;
}
