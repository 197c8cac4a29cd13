/** Index prices in the canonical state. */
import { snapshotRow, snapshotRowsOf, type SnapshotRow, type SnapshotRows } from '../product';
import { arrayOf, recordCodec, recordsRow } from '../snapshot/record-rows';
import type { IndexTerms } from './commands';
import type { Commitment, IndexState, IndexSymbol, Publication } from './state';
import { seedKey } from './state';

const SOURCE = recordCodec<Publication['sources'][number]>()('source', 'price', 'at');
export const PUBLICATION = recordCodec<Publication>()('price', 'at', 'batch', { sources: arrayOf(SOURCE) });
const TERMS = recordCodec<IndexTerms>()('symbol', 'decimals', 'sourceStaleMs', 'staleMs', 'sourcesMin');
const SYMBOL = recordCodec<IndexSymbol>()({ terms: TERMS }, { latest: PUBLICATION }, { closing: PUBLICATION }, 'ages');
const symbolLine: SnapshotRow = {
  is: 'index',
  *write({ index }) {
    for (const symbol of index.symbols.values()) yield ['index', ...SYMBOL.write(symbol)];
  },
  restore({ index }, [, ...fields]) {
    const symbol = SYMBOL.restore(fields);
    index.symbols.set(symbol.terms.symbol, symbol);
  },
};

const sourceLine = snapshotRow<[is: 'index-source', name: string]>(
  'index-source',
  function* ({ index }) {
    for (const name of index.sources) yield ['index-source', name];
  },
  ({ index }, [, name]) => {
    index.sources.push(name);
  },
);

const SEED = recordCodec<Commitment>()('feed', 'day', 'hash');

const INDEX: SnapshotRows<IndexState> = {
  symbols: symbolLine,
  sources: sourceLine,
  seeds: recordsRow('index-seed', ({ index }) => index.seeds, SEED, { key: seedKey }),
};

export const indexSnapshotRows = snapshotRowsOf(INDEX);
