/** Index prices in the canonical state. */
import { lineRow, linesOf, type LineRow, type Told } from '../product';
import { each, record, recordsIn } from '../snapshot/records';
import type { IndexTerms } from './commands';
import type { Commitment, IndexState, IndexSymbol, Publication } from './state';
import { seedKey } from './state';

const SOURCE = record<Publication['sources'][number]>()('source', 'price', 'at');
export const PUBLICATION = record<Publication>()('price', 'at', 'batch', { sources: each(SOURCE) });
const TERMS = record<IndexTerms>()('symbol', 'decimals', 'sourceStaleMs', 'staleMs', 'sourcesMin');
const SYMBOL = record<IndexSymbol>()({ terms: TERMS }, { latest: PUBLICATION }, { closing: PUBLICATION }, 'ages');
const symbolLine: LineRow = {
  is: 'index',
  *write({ index }) {
    for (const symbol of index.symbols.values()) yield ['index', ...SYMBOL.write(symbol)];
  },
  restore({ index }, [, ...fields]) {
    const symbol = SYMBOL.restore(fields);
    index.symbols.set(symbol.terms.symbol, symbol);
  },
};

const sourceLine = lineRow<[is: 'index-source', name: string]>(
  'index-source',
  function* ({ index }) {
    for (const name of index.sources) yield ['index-source', name];
  },
  ({ index }, [, name]) => {
    index.sources.push(name);
  },
);

const SEED = record<Commitment>()('feed', 'day', 'hash');

const INDEX: Told<IndexState> = {
  symbols: symbolLine,
  sources: sourceLine,
  seeds: recordsIn('index-seed', ({ index }) => index.seeds, SEED, { key: seedKey }),
};

export const indexLines = linesOf(INDEX);
