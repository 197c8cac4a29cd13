/**
 * Computes the index price from a feed's sources: a feed reports sources, never the index. A symbol with too old, too few or too divergent
 * sources is not published, and its dependants wait.
 */
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import type { IndexTerms, PublishIndex, SourceQuote, SymbolQuotes } from './commands';
import { SOURCES_MAX, SYMBOLS_MAX } from './decide-terms';
import { agreedPrice } from '../../../shared/rules/arithmetic/median';

/** Minimum time between two publications of one symbol, by any sender. */
export const PUBLICATION_MS_MIN = 1_000;
/** Maximum number of source names; the journal keeps names forever. */
export const SOURCE_NAMES_MAX = 64;
/** Characters that need no escape in JSON. */
const SOURCE_NAME = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,31}$/;

interface AgreedQuote {
  symbol: string;
  price: number;
  sources: SourceQuote[];
}

/**
 * Rejects the whole command if anything is malformed or unknown, because such a feed is faulty. Symbols published less than a second ago,
 * and those with divergent sources, are skipped without delaying the others.
 */
export function decidePublishIndex({ index }: CoreView, { prices }: PublishIndex, { at }: Context): Decision {
  if (!areWellFormed(prices)) return reject('index.publication.invalid');
  const agreed: AgreedQuote[] = [];
  let earlyCount = 0;
  for (const { symbol, sources } of prices) {
    const symbolState = index.symbols.get(symbol);
    if (!symbolState) return reject('index.symbol.unknown', { symbol });
    // The journal's time may stand still, so a time equal to the last one is also too early.
    const isEarly = symbolState.latest !== null && at - symbolState.latest.at < PUBLICATION_MS_MIN;
    if (isEarly) earlyCount++;
    const price = isEarly
      ? null
      : agreedPrice(freshSources(sources, symbolState.terms, at), symbolState.terms.sourcesMin);
    if (price) agreed.push({ symbol, ...price });
  }
  if (agreed.length === 0) return reject(earlyCount === prices.length ? 'index.too.soon' : 'index.sources.too.few');
  return publishedEvents(index, agreed);
}

/** True for sources neither older than the terms allow nor ahead of the batch. */
function freshSources(
  sources: readonly SourceQuote[],
  { sourceStaleMs }: Readonly<IndexTerms>,
  now: number,
): SourceQuote[] {
  return sources.filter(({ at }) => at <= now && now - at <= sourceStaleMs);
}

/** Replaces sources by their numbers; events that name new sources come first. */
function publishedEvents(
  { sources: existingSources, symbols }: CoreView['index'],
  agreed: readonly AgreedQuote[],
): CoreEvent[] | Rejection {
  const numbers = new Map(existingSources.map((name, source) => [name, source]));
  const sourceEvents: CoreEvent[] = [];
  const numberOf = (name: string): number => {
    let source = numbers.get(name);
    if (source === undefined) {
      source = numbers.size;
      numbers.set(name, source);
      sourceEvents.push({ type: 'IndexSourceNamed', source, name });
    }
    return source;
  };
  const prices = agreed.map(({ symbol, price, sources }) => ({
    symbol,
    price,
    sources: sources
      .map(({ source, price: sourcePrice, at }) => ({ source: numberOf(source), price: sourcePrice, at }))
      .sort((one, other) => one.source - other.source),
    ...previousLink(symbols.get(symbol)?.latest?.batch),
  }));
  if (numbers.size > SOURCE_NAMES_MAX) return reject('index.sources.too.many', { maximum: SOURCE_NAMES_MAX });
  return [...sourceEvents, { type: 'IndexPublished', prices }];
}

function previousLink(before: number | undefined): { before?: number } {
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
