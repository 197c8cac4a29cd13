/** Index prices in the canonical state. */
import { sorted } from '../folding';
import { lineRow, linesOf, type Told } from '../product';
import type { IndexTerms } from './commands';
import type { IndexState, Publication } from './state';
import { seedKey } from './state';

export type QuotedLine = [
  price: number,
  at: number,
  batch: number,
  sources: [source: number, price: number, at: number][],
];
type ToldTerms = [symbol: string, decimals: number, sourceStaleMs: number, staleMs: number, sourcesMin: number];
type SymbolLine = [
  is: 'index',
  terms: ToldTerms,
  latest: QuotedLine | null,
  closing: QuotedLine | null,
  ages: number[],
];

const symbolLine = lineRow<SymbolLine>(
  'index',
  function* ({ index }) {
    for (const { terms, latest, closing, ages } of index.symbols.values()) {
      yield ['index', toldTerms(terms), latest && toldQuoted(latest), closing && toldQuoted(closing), ages];
    }
  },
  ({ index }, [, [symbol, decimals, sourceStaleMs, staleMs, sourcesMin], latest, closing, ages]) => {
    const terms = { symbol, decimals, sourceStaleMs, staleMs, sourcesMin };
    const publications = { latest: latest && restoredQuoted(latest), closing: closing && restoredQuoted(closing) };
    index.symbols.set(symbol, { terms, ...publications, ages });
  },
);

function toldTerms({ symbol, decimals, sourceStaleMs, staleMs, sourcesMin }: IndexTerms): ToldTerms {
  return [symbol, decimals, sourceStaleMs, staleMs, sourcesMin];
}

export function toldQuoted({ price, at, batch, sources }: Publication): QuotedLine {
  return [price, at, batch, sources.map(({ source, price: shown, at: when }) => [source, shown, when])];
}

export function restoredQuoted([price, at, batch, sources]: QuotedLine): Publication {
  return { price, at, batch, sources: sources.map(([source, shown, when]) => ({ source, price: shown, at: when })) };
}

const sourceLine = lineRow<[is: 'index-source', name: string]>(
  'index-source',
  function* ({ index }) {
    for (const name of index.sources) yield ['index-source', name];
  },
  ({ index }, [, name]) => {
    index.sources.push(name);
  },
);

const seedLine = lineRow<[is: 'index-seed', feed: string, day: number, hash: string]>(
  'index-seed',
  function* ({ index }) {
    for (const [, { feed, day, hash }] of sorted(index.seeds)) yield ['index-seed', feed, day, hash];
  },
  ({ index }, [, feed, day, hash]) => {
    index.seeds.set(seedKey({ feed, day }), { feed, day, hash });
  },
);

const INDEX: Told<IndexState> = { symbols: symbolLine, sources: sourceLine, seeds: seedLine };

export const indexLines = linesOf(INDEX);
