/** All markets with their last 24 hours, for lists sorted by them. */
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'react-redux';
import { useInterest } from '../../stream/interest';
import { useMarketList, useTickersQuery } from './market-api';
import { selectQuotes, type MarketState, type Quotes } from './market-slice';
import { tickersOf } from './tickers';
import { useTickersPoll } from './use-quote-shown';

/** Interval for re-sorting. Rows that move with every price could not be clicked. */
const ORDER_MS = 3_000;

type State = { market: MarketState };

const NEVER = () => false;

/** While `isHeld` returns true, figures and order stay unchanged; rows read their own figures. */
export function useMarketQuotes(isHeld: () => boolean = NEVER) {
  const { data: markets, error, isRetried, refetch } = useMarketList();
  const { data: listedTickers } = useTickersQuery(undefined, useTickersPoll());
  useInterest({ channel: 'tickers' });
  const quotes = useThrottledQuotes();
  const latestTickers = useMemo(() => tickersOf(quotes, listedTickers), [quotes, listedTickers]);
  const [tickers, setTickers] = useState(latestTickers);
  if (tickers !== latestTickers && !isHeld()) setTickers(latestTickers);
  return {
    // A transition: long lists may render in slices, and user input comes first.
    markets: useDeferredValue(markets),
    tickers: useDeferredValue(tickers),
    /** Empty until the last 24 hours are loaded. */
    areTickersKnown: listedTickers !== undefined || Object.keys(quotes).length > 0,
    error,
    isRetried,
    retry: () => void refetch(),
  };
}

function useThrottledQuotes(): Quotes {
  const store = useStore<State>();
  const [quotes, setQuotes] = useState(() => selectQuotes(store.getState()));
  useEffect(() => {
    const timer = setInterval(() => setQuotes(selectQuotes(store.getState())), ORDER_MS);
    return () => clearInterval(timer);
  }, [store]);
  return quotes;
}
