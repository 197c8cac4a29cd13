/** Last 24 hours of all markets, reduced from their common channel. */
import type { TickersPush, TickersSnapshot } from '../../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../stream/channel';
import type { Liveness } from '../../stream/liveness';
import { keyOf } from '../../stream/stream-events';
import { isTicker, quoteAfter, type Quote } from './quote';

export type Quotes = Readonly<Record<string, { quote: Quote } | undefined>>;

interface Known {
  /** Journal position of the tickers. */
  seq: number | null;
  byMarket: Quotes;
}

export type MarketState = ChannelState<Known, TickersPush>;

export interface QuoteState {
  quote?: Quote;
  /** Channel liveness at the last change of this market's figures or of the phase. */
  liveness: Liveness;
}

const TOPIC = keyOf({ channel: 'tickers' });

export const marketSlice = createChannel<'market', Known, TickersSnapshot, TickersPush>({
  name: 'market',
  channel: 'tickers',
  unknown: { seq: null, byMarket: {} },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position, tickers }) => {
    if (!tickers.every(isTicker)) return null;
    const quotes = tickers.map((ticker) => [ticker.market, { quote: { ticker, moved: 'level', moves: 0 } }] as const);
    return { seq: position, byMarket: Object.fromEntries(quotes) };
  },
  after: (current, { from, to, tickers }) => {
    if (current.seq === null || from > current.seq || !tickers.every(isTicker)) return null;
    if (to < current.seq) return current;
    const changed = tickers.map((ticker) => {
      const quote = quoteAfter(current.byMarket[ticker.market]?.quote, ticker);
      return [ticker.market, { quote }] as const;
    });
    if (changed.length === 0) return { ...current, seq: to };
    return { seq: to, byMarket: { ...current.byMarket, ...Object.fromEntries(changed) } };
  },
});

type WithMarket = { market: MarketState };

export const selectQuotes = (state: WithMarket): Quotes => marketSlice.select(state, TOPIC).byMarket;

export const selectTickersLiveness = (state: WithMarket): Liveness => marketSlice.select(state, TOPIC).liveness;

const quoteCache = new Map<string, QuoteState>();

/** Returns the same object until this market's figures or the phase change, so other markets cause no rendering. */
export function selectQuote(state: WithMarket, market: string): QuoteState {
  const { byMarket, liveness } = marketSlice.select(state, TOPIC);
  const quote = byMarket[market]?.quote;
  const last = quoteCache.get(market);
  const isSame = last && last.quote === quote && last.liveness.phase === liveness.phase;
  if (isSame && last.liveness.fault === liveness.fault) return last;
  const next = quote ? { quote, liveness } : { liveness };
  quoteCache.set(market, next);
  return next;
}
