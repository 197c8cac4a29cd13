import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { INTERVAL_MS, type Candle, type CandlePrice, type Interval } from '../../../../shared/wire/market-data';
import { useLazyCandleHistoryQuery } from '../../kit/entities/candle/candle-api';
import {
  CANDLES_DRAWN_MAX,
  PAGE_CANDLES,
  drawnFrom,
  firstPageStart,
  withTrade,
  hasGapToLive,
  mergeCandles,
  fillGaps,
} from '../../kit/entities/candle/candle-series';
import { selectCandles, type CandlesState } from '../../kit/entities/candle/candle-slice';
import { useIsMarkLive, useMark } from '../../kit/entities/contract/marks';
import type { Fault } from '../../kit/api/envelope';

const PAGE = 500;
/** Wait before a failed page is requested again. Scrolling asks with every frame. */
const REFUSED_MS = 5_000;

/** History over HTTP, and the start of the drawn part. */
interface Row {
  history: readonly Candle[];
  from: number;
}

export interface Candles {
  /** Oldest first, without gaps, as far back as loaded by scrolling. Null before the first response. */
  candles: readonly Candle[] | null;
  error: Fault | null;
  retry: () => void;
  /** Draws and loads older candles. Does nothing while loading or if there are none. */
  loadOlder: () => void;
}

const NONE: readonly Candle[] = [];

interface Live {
  /** Candles of the stream since its subscription. */
  candles: readonly Candle[];
  isLive: boolean;
  /** Latest published price, for mark and index candles only. */
  published: { price: string; at: number } | null;
}

type Pushed = ReturnType<typeof selectCandles> | null;
const isAsShown = (one: Pushed, other: Pushed) =>
  one?.candles === other?.candles && one?.liveness.phase === other?.liveness.phase;

/** Candles of trades are pushed. Those of mark and index grow with each published price. */
function useLive(market: string, interval: Interval, priceKind: CandlePrice): Live {
  const isTraded = priceKind === 'last';
  const live = useCallback(
    (state: { candles: CandlesState }) => (isTraded ? selectCandles(state, market, interval) : null),
    [isTraded, market, interval],
  );
  const channelState = useSelector(live, isAsShown);
  const candles = channelState?.candles ?? NONE;
  const arePushed = channelState?.liveness.phase === 'live';
  const markMarket = isTraded ? null : market;
  const mark = useMark(markMarket);
  const isMarked = useIsMarkLive(markMarket);
  const price = (priceKind === 'index' ? mark?.index : mark?.mark) ?? null;
  const at = mark?.at ?? null;
  const published = useMemo(() => (price === null || at === null ? null : { price, at }), [price, at]);
  return { candles, isLive: arePushed || isMarked, published };
}

function priceKindQuery(priceKind: CandlePrice): { by?: CandlePrice } {
  return priceKind === 'last' ? {} : { by: priceKind };
}

/**
 * History over HTTP, overlaid with the stream. Candles missed by sleep, offline time or a restart appear as a gap between the two, or as a
 * silent channel. Then the latest page is requested again.
 */
export function useCandles(market: string, interval: Interval, priceKind: CandlePrice = 'last'): Candles {
  const live = useLive(market, interval, priceKind);
  const { isLive, published } = live;
  const [fetchPage] = useLazyCandleHistoryQuery();
  const [row, setRow] = useState<Row | null>(null);
  const [loadError, setLoadError] = useState<Fault | null>(null);
  /** `exhausted` is the start of a first candle without predecessors. It may differ after a reset. */
  const loadState = useRef<{ latest: boolean; older: boolean; exhausted: number | null }>({
    ...{ latest: false, older: false, exhausted: null },
  });

  const loadLatest = useCallback(async () => {
    if (loadState.current.latest) return;
    loadState.current.latest = true;
    const { data, error } = await fetchPage({ market, interval, ...priceKindQuery(priceKind), limit: PAGE });
    loadState.current.latest = false;
    setLoadError(error ?? null);
    if (!data) return;
    setRow((previous) => {
      // A page that does not connect to the loaded candles resets the series.
      if (!previous || previous.history.length === 0 || hasGapToLive(previous.history, data, interval))
        return { history: data, from: firstPageStart(data, interval) };
      return { ...previous, history: mergeCandles(previous.history, data) };
    });
  }, [fetchPage, market, interval, priceKind]);

  // Loads the latest page whenever the channel becomes live, also after a silence.
  useEffect(() => {
    if (isLive) void loadLatest();
  }, [isLive, loadLatest]);
  useEffect(() => {
    // History is available without the stream.
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

  useEffect(() => {
    if (!published) return;
    setRow((current) => {
      if (!current) return current;
      const history = withTrade(current.history, interval, published.price, published.at);
      return history === current.history ? current : { ...current, history };
    });
    // Depends on `row`, because a loaded page may end before the published price.
  }, [published, interval, row]);

  const torn = row !== null && hasGapToLive(row.history, live.candles, interval);
  useEffect(() => {
    if (torn) void loadLatest();
  }, [torn, loadLatest, live.candles]);

  const mergedHistory = useMemo(() => row && mergeCandles(row.history, live.candles), [row, live.candles]);
  const from = mergedHistory && row ? drawnFrom(mergedHistory, interval, row.from) : null;
  const candles = useMemo(
    () => (mergedHistory && from !== null ? fillGaps(mergedHistory, interval, from) : null),
    [mergedHistory, interval, from],
  );

  const first = row?.history[0]?.start;
  const isFull = candles !== null && candles.length > CANDLES_DRAWN_MAX - PAGE_CANDLES;
  const loadOlder = useCallback(() => {
    if (first === undefined || from === null || isFull || loadState.current.older) return;
    const earlier = from - PAGE_CANDLES * INTERVAL_MS[interval];
    // The loaded history may suffice: on a thin market one page covers months.
    if (from > first) return setRow((current) => current && { ...current, from: earlier });
    if (loadState.current.exhausted === first) return;
    loadState.current.older = true;
    // `to` is exclusive.
    void fetchPage({ market, interval, ...priceKindQuery(priceKind), to: first, limit: PAGE }).then(({ data }) => {
      if (!data) return void setTimeout(() => (loadState.current.older = false), REFUSED_MS);
      if (data.length === 0) {
        loadState.current.exhausted = first;
        loadState.current.older = false;
      }
      setRow((current) => {
        // The row was reset meanwhile, so this page does not precede it.
        if (current?.history[0]?.start !== first || data.length === 0) return current;
        return { history: mergeCandles(data, current.history), from: earlier };
      });
    });
  }, [fetchPage, market, interval, priceKind, first, from, isFull]);
  // Reset only when the first candle changes, or the same page would be requested twice.
  useEffect(() => {
    loadState.current.older = false;
  }, [first]);

  return { candles, error: row === null ? loadError : null, retry: () => void loadLatest(), loadOlder };
}
