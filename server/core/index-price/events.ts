/** Events of index prices. */
import { type MessageOf, id, integer, message, prices, text, word } from '../messages/message';
import { indexTerms } from './commands';

export const IndexTermsSet = message('IndexTermsSet', { ...indexTerms, reason: text });
export type IndexTermsSet = MessageOf<typeof IndexTermsSet>;

export const IndexSourceNamed = message('IndexSourceNamed', { source: id, name: word });
export type IndexSourceNamed = MessageOf<typeof IndexSourceNamed>;

export type { IndexPrice, SourcePrice } from './published';
export const IndexPublished = message('IndexPublished', { prices });
export type IndexPublished = MessageOf<typeof IndexPublished>;

export const IndexSeedCommitted = message('IndexSeedCommitted', { feed: word, day: integer, hash: word });
export type IndexSeedCommitted = MessageOf<typeof IndexSeedCommitted>;

export const IndexSeedRevealed = message('IndexSeedRevealed', { feed: word, day: integer, seed: text });
export type IndexSeedRevealed = MessageOf<typeof IndexSeedRevealed>;

export type IndexEvent = IndexTermsSet | IndexSourceNamed | IndexPublished | IndexSeedCommitted | IndexSeedRevealed;
