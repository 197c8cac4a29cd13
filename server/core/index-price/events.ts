/** What happens to index prices. */
import type { IndexTerms } from './commands';

export interface IndexTermsSet extends IndexTerms {
  type: 'IndexTermsSet';
  reason: string;
}
export interface IndexSourceNamed {
  type: 'IndexSourceNamed';
  source: number;
  name: string;
}

/** What a source, by its number, showed at a time. */
export interface SourcePrice {
  source: number;
  price: number;
  at: number;
}
export interface IndexPrice {
  symbol: string;
  price: number;
  /** Those that counted, by number: the price is their median. */
  sources: SourcePrice[];
  /** Position of the batch with the publication of the symbol before this one: none can be left out unseen. Absent of the first. */
  before?: number;
}
export interface IndexPublished {
  type: 'IndexPublished';
  prices: IndexPrice[];
}

export interface IndexSeedCommitted {
  type: 'IndexSeedCommitted';
  feed: string;
  day: number;
  hash: string;
}
export interface IndexSeedRevealed {
  type: 'IndexSeedRevealed';
  feed: string;
  day: number;
  seed: string;
}

export type IndexEvent = IndexTermsSet | IndexSourceNamed | IndexPublished | IndexSeedCommitted | IndexSeedRevealed;
