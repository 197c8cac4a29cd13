/** What may be asked of index prices: staff say on which terms, feeds say what their sources show, and nobody says the price. */

/** How a symbol's index is made and how long it counts. */
export interface IndexTerms {
  /** Named like a market, `BTC-USDT`: what one of the first costs in the second. */
  symbol: string;
  /** Prices are whole units of 10^−decimals of the second, 0 … 12; fixed once it is set. */
  decimals: number;
  /** A source older than this counts no more, milliseconds. */
  sourceStaleMs: number;
  /** A publication older than this is no price to act on, milliseconds. */
  staleMs: number;
  /** With fewer sources that agree nothing is published. */
  sourcesMin: number;
}
export interface SetIndexTerms extends IndexTerms {
  type: 'SetIndexTerms';
  reason: string;
}

/** What one source showed at a time. */
export interface SourceQuote {
  source: string;
  price: number;
  /** When it showed it, milliseconds. */
  at: number;
}
export interface SymbolQuotes {
  symbol: string;
  sources: SourceQuote[];
}
export interface PublishIndex {
  type: 'PublishIndex';
  prices: SymbolQuotes[];
}

export interface PublishSeed {
  type: 'PublishSeed';
  /** Days in GMT+8 since the epoch. */
  day: number;
  /** SHA-256 of the seed's text, lower-case hex. */
  hash: string;
}
export interface RevealSeed {
  type: 'RevealSeed';
  day: number;
  seed: string;
}

export type IndexCommand = SetIndexTerms | PublishIndex | PublishSeed | RevealSeed;
