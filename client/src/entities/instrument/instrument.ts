/** What is traded, as the exchange tells it. Nothing in the client reads anything out of a market's name, or puts one together. */
import { useMemo } from 'react';
import type { MarketRecord } from '../../../../shared/wire/product';
import { MARKETS_POLL, marketsEndpoint, selectMarkets, useMarkets, type ListState } from '../market/market-api';
import { useSelected } from '../../shared/lib/hooks/use-selected';

export interface Instrument {
  /** What calls, channels and addresses name it by. */
  id: string;
  product: MarketRecord['product'];
  base: string;
  quote: string;
  /** What people call it. */
  label: string;
  /** Digits behind the point of prices, of quantities of base, and of amounts of quote. */
  decimals: MarketRecord['decimals'];
  terms: MarketRecord;
}

/** The same terms are the same instrument: what is given one again need not be drawn again. */
const known = new WeakMap<MarketRecord, Instrument>();

export function instrumentOf(terms: MarketRecord): Instrument {
  const before = known.get(terms);
  if (before) return before;
  const { name: id, product, base, quote, label, decimals } = terms;
  const instrument = { id, product, base, quote, label, decimals, terms };
  known.set(terms, instrument);
  return instrument;
}

/** All that are listed, in the exchange's order; none while the list has not come. */
export function useInstruments(): readonly Instrument[] {
  const markets = useMarkets();
  return useMemo(() => markets.map(instrumentOf), [markets]);
}

/** For lists that name many. */
export function useInstrumentsById(): ReadonlyMap<string, Instrument> {
  const instruments = useInstruments();
  return useMemo(() => new Map(instruments.map((instrument) => [instrument.id, instrument])), [instruments]);
}

const selectTerms = (state: ListState, id: string) => selectMarkets(state).find(({ name }) => name === id);

/** Undefined while the list has not come, and where nothing is listed by that name. */
export function useInstrument(id: string): Instrument | undefined {
  // Many rows ask: each looks at what is known, and one list is asked for.
  marketsEndpoint.useQuerySubscription(undefined, MARKETS_POLL);
  const terms = useSelected(selectTerms, id);
  return terms && instrumentOf(terms);
}

/** What people call it; by its id while nothing more is known. */
export function labelOf(instruments: ReadonlyMap<string, Instrument>, id: string): string {
  return instruments.get(id)?.label ?? id;
}
