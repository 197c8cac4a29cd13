import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import type { Candle, Interval } from '../../../../shared/wire/market-data';
import { useLazyCandleHistoryQuery } from '../../entities/candle/candle-api';
import { isTorn, joined, withoutHoles } from '../../entities/candle/candle-series';
import { selectCandles, type CandlesState } from '../../entities/candle/candle-slice';
import type { Fault } from '../../shared/api/envelope';
import { useFramed } from '../../shared/lib/use-framed';

const PAGE = 500;
/** Beyond this nobody scrolls back, and the browser would feel it. */
const CANDLES_MAX = 20_000;
/** Scrolling asks with every frame: a page that was refused is not asked for again before this. */
const REFUSED_MS = 5_000;

export interface Candles {
  /** Oldest first, without holes; null before the first answer. */
  candles: readonly Candle[] | null;
  fault: Fault | null;
  retry: () => void;
  /** Asks for what came before; does nothing while it is under way or when there is nothing before. */
  loadOlder: () => void;
}

/**
 * History over HTTP with the stream laid over it. What was missed, asleep, offline or through a restart, shows as a tear
 * between the two, or as a channel that was silent: then the latest page is asked for again.
 */
export function useCandles(market: string, interval: Interval): Candles {
  const live = useFramed((state: { candles: CandlesState }) => selectCandles(state, market, interval));
  const isLive = useSelector(
    (state: { candles: CandlesState }) => selectCandles(state, market, interval).liveness.phase === 'live',
  );
  const [fetchPage] = useLazyCandleHistoryQuery();
  const [history, setHistory] = useState<readonly Candle[] | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const busy = useRef({ latest: false, older: false, isExhausted: false });

  const loadLatest = useCallback(async () => {
    if (busy.current.latest) return;
    busy.current.latest = true;
    const { data, error } = await fetchPage({ market, interval, limit: PAGE });
    busy.current.latest = false;
    setFault(error ?? null);
    if (!data) return;
    setHistory((known) => {
      if (!known || known.length === 0) return data;
      // A page that does not reach what is known begins the row anew.
      return isTorn(known, data, interval) ? data : joined(known, data);
    });
  }, [fetchPage, market, interval]);

  // When the channel comes to life, at first and after every silence, what lies before it is asked for.
  useEffect(() => {
    if (isLive) void loadLatest();
  }, [isLive, loadLatest]);
  useEffect(() => {
    // Without the stream there is still the history.
    void loadLatest();
    const wake = () => {
      if (document.visibilityState === 'visible') void loadLatest();
    };
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
    };
  }, [loadLatest]);

  const torn = history !== null && isTorn(history, live.candles, interval);
  useEffect(() => {
    if (torn) void loadLatest();
  }, [torn, loadLatest, live.candles]);

  const first = history?.[0]?.start;
  const length = history?.length ?? 0;
  const loadOlder = useCallback(() => {
    if (first === undefined || length >= CANDLES_MAX || busy.current.older || busy.current.isExhausted) return;
    busy.current.older = true;
    // `to` is exclusive.
    void fetchPage({ market, interval, to: first, limit: PAGE }).then(({ data }) => {
      if (!data) setTimeout(() => (busy.current.older = false), REFUSED_MS);
      else if (data.length === 0) busy.current.isExhausted = true;
      else setHistory((known) => joined(data, known ?? []));
    });
  }, [fetchPage, market, interval, first, length]);
  // Not before the row begins elsewhere, or the same page would be asked for twice.
  useEffect(() => {
    busy.current.older = false;
  }, [first]);

  const candles = useMemo(
    () => (history === null ? null : withoutHoles(joined(history, live.candles), interval)),
    [history, live.candles, interval],
  );
  return { candles, fault: history === null ? fault : null, retry: () => void loadLatest(), loadOlder };
}
