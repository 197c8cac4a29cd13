/** State of index prices: terms, each symbol's latest publication and the last one of the previous day, names, unrevealed seeds. */
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
  /** The last publication before the latest one's day (GMT+8) began. */
  closing: Publication | null;
  /** Median age of the quotes in each of the last 100 publications, oldest first, milliseconds. */
  ages: number[];
}

export interface Commitment {
  feed: string;
  day: number;
  hash: string;
}

export interface IndexState {
  /** In order of the first `SetIndexTerms`. */
  symbols: Map<string, IndexSymbol>;
  /** Names of sources; a source's number is its index, from 0. */
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
