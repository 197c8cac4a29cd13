/** Instruments as the exchange lists them. The client never parses or composes a market's name. */
import { useMemo } from 'react';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { MARKETS_POLL, marketsEndpoint, selectMarkets, useMarkets, type ListState } from '../market/market-api';
import { useSelected } from '../../lib/hooks/use-selected';

export interface Instrument {
  /** Identifier in calls, channels and addresses. */
  id: string;
  product: MarketRecord['product'];
  base: string;
  quote: string;
  /** Display name. */
  label: string;
  /** Decimals of prices, base quantities and quote amounts. */
  decimals: MarketRecord['decimals'];
  terms: MarketRecord;
}

/** Cached per terms object: unchanged terms give the same instrument, so components do not render. */
const instrumentCache = new WeakMap<MarketRecord, Instrument>();

export function instrumentOf(terms: MarketRecord): Instrument {
  const before = instrumentCache.get(terms);
  if (before) return before;
  const { name: id, product, base, quote, label, decimals } = terms;
  const instrument = { id, product, base, quote, label, decimals, terms };
  instrumentCache.set(terms, instrument);
  return instrument;
}

/** All listed instruments in the exchange's order; empty until the list is loaded. */
export function useInstruments(): readonly Instrument[] {
  const markets = useMarkets();
  return useMemo(() => markets.map(instrumentOf), [markets]);
}

/** By id, for lists of many instruments. */
export function useInstrumentsById(): ReadonlyMap<string, Instrument> {
  const instruments = useInstruments();
  return useMemo(() => new Map(instruments.map((instrument) => [instrument.id, instrument])), [instruments]);
}

const selectTerms = (state: ListState, id: string) => selectMarkets(state).find(({ name }) => name === id);

/** Undefined until the list is loaded, and for an unknown id. */
export function useInstrument(id: string): Instrument | undefined {
  // Many rows use this: each selects from the cache, and one query loads the list.
  marketsEndpoint.useQuerySubscription(undefined, MARKETS_POLL);
  const terms = useSelected(selectTerms, id);
  return terms && instrumentOf(terms);
}

/** Display name; the id while the instrument is unknown. */
export function labelOf(instruments: ReadonlyMap<string, Instrument>, id: string): string {
  return instruments.get(id)?.label ?? id;
}
