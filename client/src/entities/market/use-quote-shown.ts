import { useSelector } from 'react-redux';
import type { Ticker } from '../../../../shared/wire/market-data';
import { useTickersQuery } from './market-api';
import { selectQuote, type MarketState } from './market-slice';
import type { Direction } from './quote';

const REFRESH_MS = 30_000;

/** What is known of a market's last 24 hours: by the stream, else by the list over HTTP, else nothing yet. */
export function useQuoteShown(market: string): { ticker: Ticker | undefined; moved: Direction } {
  const { quote } = useSelector((state: { market: MarketState }) => selectQuote(state, market));
  const { listed } = useTickersQuery(undefined, {
    pollingInterval: REFRESH_MS,
    selectFromResult: ({ data }) => ({ listed: data?.[market] }),
  });
  return { ticker: quote?.ticker ?? listed, moved: quote?.moved ?? 'level' };
}
