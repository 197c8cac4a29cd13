/** All markets and their last 24 hours, for lists that are ordered by them. */
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'react-redux';
import { useInterest } from '../../shared/stream/interest';
import { useMarketList, useTickersQuery } from './market-api';
import { selectQuotes, type MarketState, type Quotes } from './market-slice';
import { tickersOf } from './tickers';
import { useTickersPoll } from './use-quote-shown';

/** Rows that change places with every price cannot be clicked: the order is looked at anew this often. */
const ORDER_MS = 3_000;

type State = { market: MarketState };

const NEVER = () => false;

/** While `isHeld` says so the figures stay those of before, and with them what is ordered by them; rows read their own. */
export function useMarketQuotes(isHeld: () => boolean = NEVER) {
  const { data: markets, error, isRetried, refetch } = useMarketList();
  const { data: listed } = useTickersQuery(undefined, useTickersPoll());
  useInterest({ channel: 'tickers' });
  const quotes = useNowAndThen();
  const latest = useMemo(() => tickersOf(quotes, listed), [quotes, listed]);
  const [tickers, setTickers] = useState(latest);
  if (tickers !== latest && !isHeld()) setTickers(latest);
  return {
    // Long lists may be drawn in slices: whatever the reader does meanwhile comes first.
    markets: useDeferredValue(markets),
    tickers: useDeferredValue(tickers),
    /** Before, nothing is known of the last 24 hours. */
    areTickersKnown: listed !== undefined || Object.keys(quotes).length > 0,
    error,
    isRetried,
    retry: () => void refetch(),
  };
}

function useNowAndThen(): Quotes {
  const store = useStore<State>();
  const [quotes, setQuotes] = useState(() => selectQuotes(store.getState()));
  useEffect(() => {
    const timer = setInterval(() => setQuotes(selectQuotes(store.getState())), ORDER_MS);
    return () => clearInterval(timer);
  }, [store]);
  return quotes;
}
