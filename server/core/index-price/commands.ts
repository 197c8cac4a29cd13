/** Commands about index prices: staff set the terms, feeds report the quotes of their sources, and the core computes the price. */
import {
  type MessageOf,
  type ObjectOf,
  integer,
  message,
  millis,
  objects,
  text,
  ticks,
  word,
} from '../messages/message';

/** Sources of a symbol's index and the maximum age of its price. */
export const indexTerms = {
  /** Named like a market, `BTC-USDT`: the price of the first asset in units of the second. */
  symbol: word,
  /** Prices are whole units of 10^−decimals of the second asset, 0 … 12; fixed after the first command. */
  decimals: integer,
  /** Maximum age of a source, milliseconds. */
  sourceStaleMs: millis,
  /** Maximum age of a publication that may be used, milliseconds. */
  staleMs: millis,
  /** Minimum number of agreeing sources for a publication. */
  sourcesMin: integer,
};
export type IndexTerms = ObjectOf<typeof indexTerms>;
export const SetIndexTerms = message('SetIndexTerms', { ...indexTerms, reason: text });
export type SetIndexTerms = MessageOf<typeof SetIndexTerms>;

/** One source's quote at a time. */
export const sourceQuote = { source: text, price: ticks, at: millis };
export type SourceQuote = ObjectOf<typeof sourceQuote>;
export const symbolQuotes = { symbol: word, sources: objects(sourceQuote) };
export type SymbolQuotes = ObjectOf<typeof symbolQuotes>;
export const PublishIndex = message('PublishIndex', { prices: objects(symbolQuotes) });
export type PublishIndex = MessageOf<typeof PublishIndex>;

export const PublishSeed = message('PublishSeed', {
  /** Days in GMT+8 since the epoch. */
  day: integer,
  /** SHA-256 of the seed's text, lower-case hex. */
  hash: word,
});
export type PublishSeed = MessageOf<typeof PublishSeed>;

export const RevealSeed = message('RevealSeed', { day: integer, seed: word });
export type RevealSeed = MessageOf<typeof RevealSeed>;

export type IndexCommand = SetIndexTerms | PublishIndex | PublishSeed | RevealSeed;
