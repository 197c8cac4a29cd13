/**
 * What a feed's sources show becomes a price, by arithmetic alone: a feed names sources, never the index. A symbol whose sources
 * are too old, too few or too far apart is not published, and what depends on it waits until it is.
 */
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import type { IndexTerms, PublishIndex, SourceQuote, SymbolQuotes } from './commands';
import { SOURCES_MAX, SYMBOLS_MAX } from './decide-terms';
import { agree } from '../../../shared/rules/median';

/** Between two publications of one symbol, whoever sends them. */
export const PUBLICATION_MS_MIN = 1_000;
/** Names that the journal knows, for ever. */
export const SOURCE_NAMES_MAX = 64;
/** Letters that need no escape. */
const SOURCE_NAME = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,31}$/;

interface Agreed {
  symbol: string;
  price: number;
  sources: SourceQuote[];
}

/**
 * Refused as a whole for what is malformed or unknown, since a feed that says such a thing has lost its way. Symbols that were
 * published less than a second ago, and those whose sources do not agree, are left out, and do not keep back the others.
 */
export function decidePublishIndex({ index }: CoreView, { prices }: PublishIndex, { at }: Context): Decision {
  if (!areWellFormed(prices)) return reject('index.publication.invalid');
  const agreed: Agreed[] = [];
  let early = 0;
  for (const { symbol, sources } of prices) {
    const known = index.symbols.get(symbol);
    if (!known) return reject('index.symbol.unknown', { symbol });
    // The journal's time may stand still, so what is no later than the last one comes too soon as well.
    const isEarly = known.latest !== null && at - known.latest.at < PUBLICATION_MS_MIN;
    if (isEarly) early++;
    const price = isEarly ? null : agree(fresh(sources, known.terms, at), known.terms.sourcesMin);
    if (price) agreed.push({ symbol, ...price });
  }
  if (agreed.length === 0) return reject(early === prices.length ? 'index.too.soon' : 'index.sources.too.few');
  return published(index, agreed);
}

/** Neither older than the terms allow nor ahead of the batch. */
function fresh(sources: readonly SourceQuote[], { sourceStaleMs }: Readonly<IndexTerms>, now: number): SourceQuote[] {
  return sources.filter(({ at }) => at <= now && now - at <= sourceStaleMs);
}

/** Sources by their numbers; new ones are named ahead. */
function published({ sources: known, symbols }: CoreView['index'], agreed: readonly Agreed[]): CoreEvent[] | Rejection {
  const numbers = new Map(known.map((name, source) => [name, source]));
  const named: CoreEvent[] = [];
  const numberOf = (name: string): number => {
    let source = numbers.get(name);
    if (source === undefined) {
      source = numbers.size;
      numbers.set(name, source);
      named.push({ type: 'IndexSourceNamed', source, name });
    }
    return source;
  };
  const prices = agreed.map(({ symbol, price, sources }) => ({
    symbol,
    price,
    sources: sources
      .map(({ source, price: shown, at }) => ({ source: numberOf(source), price: shown, at }))
      .sort((one, other) => one.source - other.source),
    ...linkTo(symbols.get(symbol)?.latest?.batch),
  }));
  if (numbers.size > SOURCE_NAMES_MAX) return reject('index.sources.too.many', { maximum: SOURCE_NAMES_MAX });
  return [...named, { type: 'IndexPublished', prices }];
}

function linkTo(before: number | undefined): { before?: number } {
  return before === undefined ? {} : { before };
}

function areWellFormed(prices: readonly SymbolQuotes[]): boolean {
  if (prices.length === 0 || prices.length > SYMBOLS_MAX) return false;
  if (new Set(prices.map(({ symbol }) => symbol)).size < prices.length) return false;
  return prices.every(({ sources }) => {
    if (sources.length > SOURCES_MAX) return false;
    if (new Set(sources.map(({ source }) => source)).size < sources.length) return false;
    return sources.every(isQuote);
  });
}

function isQuote({ source, price, at }: SourceQuote): boolean {
  return SOURCE_NAME.test(source) && Number.isSafeInteger(price) && price > 0 && Number.isSafeInteger(at) && at >= 0;
}
