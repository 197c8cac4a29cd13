import { useSelector } from 'react-redux';
import type { Ticker } from '../../../../../shared/wire/market-data';
import { useInterest } from '../../stream/interest';
import { MARKETS_POLL, selectTickers, useTickersQuery, type ListState } from './market-api';
import { selectQuote, selectTickersLiveness, type MarketState } from './market-slice';
import type { Direction } from './quote';
import { useSelected } from '../../lib/hooks/use-selected';

interface QuoteShown {
  ticker: Ticker | undefined;
  moved: Direction;
  /** Number of price moves, for `flashAttributes`. */
  moves: number;
}

export type LastPriceState = ListState & { market: MarketState };

const selectListed = (state: ListState, market: string) => selectTickers(state)[market];
const selectPhase = (state: { market: MarketState }) => selectTickersLiveness(state).phase;

/** Only subscribes to the query; components that show the data select it. */
const NOTHING = () => ({});

/** Rows out of sight keep their state, and update when they come into sight. */
const neverChanged = () => true;

/**
 * A market's last 24 hours: from the stream, else from the list over HTTP, else nothing. For the many cells of a list; the page that shows
 * it requests the list over HTTP.
 */
export function useCachedQuote(market: string, { isInSight = true } = {}): QuoteShown {
  const isSame = isInSight ? undefined : neverChanged;
  const { quote } = useSelected(selectQuote, market, isSame);
  const listedTicker = useSelected(selectListed, market, isSame);
  return { ticker: quote?.ticker ?? listedTicker, moved: quote?.moved ?? 'level', moves: quote?.moves ?? 0 };
}

const ONCE = { ...MARKETS_POLL, pollingInterval: 0 } as const;

/** Options for the HTTP list: one request while all tickers are streamed, else polling. */
export function useTickersPoll(): typeof MARKETS_POLL | typeof ONCE {
  const phase = useSelector(selectPhase);
  return phase === 'live' ? ONCE : MARKETS_POLL;
}

/** Subscribes to tickers and loads the HTTP list, for all readers. */
export function useQuotesSubscription({ inTitle = false } = {}): void {
  useInterest({ channel: 'tickers' }, { inTitle });
  useTickersQuery(undefined, { ...useTickersPoll(), selectFromResult: NOTHING });
}

/** Like `useQuoteShown`, with its own subscription. */
export function useQuoteShown(market: string): QuoteShown {
  useQuotesSubscription();
  return useCachedQuote(market);
}

/** Last price only, null before the first; a ticker with the same price causes no rendering. */
export function useLastPrice(market: string, { inTitle = false } = {}): string | null {
  useQuotesSubscription({ inTitle });
  return useSelected(lastPriceOf, market);
}

export function lastPriceOf(state: LastPriceState, market: string): string | null {
  return (selectQuote(state, market).quote?.ticker ?? selectTickers(state)[market])?.last ?? null;
}
