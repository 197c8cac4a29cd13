import { useSelector } from 'react-redux';
import type { Ticker } from '../../../../shared/wire/market-data';
import { useInterest } from '../../shared/stream/interest';
import { MARKETS_POLL, selectTickers, useTickersQuery, type ListState } from './market-api';
import { selectQuote, selectTickersLiveness, type MarketState } from './market-slice';
import type { Direction } from './quote';
import { useSelected } from '../../shared/lib/hooks/use-selected';

interface QuoteShown {
  ticker: Ticker | undefined;
  moved: Direction;
  /** How often: see `flashOf`. */
  moves: number;
}

export type LastPriceState = ListState & { market: MarketState };

const selectListed = (state: ListState, market: string) => selectTickers(state)[market];
const selectPhase = (state: { market: MarketState }) => selectTickersLiveness(state).phase;

/** The list is asked for; what it says is read by those who show it. */
const NOTHING = () => ({});

/** What is not in sight stays as it was, and is as it is when it comes into sight. */
const asItWas = () => true;

/**
 * What is known of a market's last 24 hours: by the stream, else by the list over HTTP, else nothing yet. For the many
 * cells of a list: that the list over HTTP is asked for is up to the page that shows it.
 */
export function useQuoteKnown(market: string, { isInSight = true } = {}): QuoteShown {
  const isSame = isInSight ? undefined : asItWas;
  const { quote } = useSelected(selectQuote, market, isSame);
  const listed = useSelected(selectListed, market, isSame);
  return { ticker: quote?.ticker ?? listed, moved: quote?.moved ?? 'level', moves: quote?.moves ?? 0 };
}

const ONCE = { ...MARKETS_POLL, pollingInterval: 0 } as const;

/** How often the list over HTTP is asked for: once, as long as the stream tells of every market. */
export function useTickersPoll(): typeof MARKETS_POLL | typeof ONCE {
  const phase = useSelector(selectPhase);
  return phase === 'live' ? ONCE : MARKETS_POLL;
}

/** That prices are followed and asked for, whoever reads them. */
export function useQuotesAsked({ inTitle = false } = {}): void {
  useInterest({ channel: 'tickers' }, { inTitle });
  useTickersQuery(undefined, { ...useTickersPoll(), selectFromResult: NOTHING });
}

/** The same, where nobody else asks. */
export function useQuoteShown(market: string): QuoteShown {
  useQuotesAsked();
  return useQuoteKnown(market);
}

/** The last price alone, null before the first: a ticker that does not move it renders nothing anew. */
export function useLastPrice(market: string, { inTitle = false } = {}): string | null {
  useQuotesAsked({ inTitle });
  return useSelected(lastPriceOf, market);
}

export function lastPriceOf(state: LastPriceState, market: string): string | null {
  return (selectQuote(state, market).quote?.ticker ?? selectTickers(state)[market])?.last ?? null;
}
