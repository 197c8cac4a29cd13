/** What may be asked of index prices: staff say on which terms, feeds say what their sources show, and nobody says the price. */
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

/** How a symbol's index is made and how long it counts. */
export const indexTerms = {
  /** Named like a market, `BTC-USDT`: what one of the first costs in the second. */
  symbol: word,
  /** Prices are whole units of 10^−decimals of the second, 0 … 12; fixed once it is set. */
  decimals: integer,
  /** A source older than this counts no more, milliseconds. */
  sourceStaleMs: millis,
  /** A publication older than this is no price to act on, milliseconds. */
  staleMs: millis,
  /** With fewer sources that agree nothing is published. */
  sourcesMin: integer,
};
export type IndexTerms = ObjectOf<typeof indexTerms>;
export const SetIndexTerms = message('SetIndexTerms', { ...indexTerms, reason: text });
export type SetIndexTerms = MessageOf<typeof SetIndexTerms>;

/** What one source showed at a time. */
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
