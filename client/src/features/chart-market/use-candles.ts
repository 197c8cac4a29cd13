import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { INTERVAL_MS, type Candle, type CandlePrice, type Interval } from '../../../../shared/wire/market-data';
import { useLazyCandleHistoryQuery } from '../../entities/candle/candle-api';
import {
  CANDLES_DRAWN_MAX,
  STRETCH,
  drawnFrom,
  firstStretch,
  grownBy,
  isTorn,
  joined,
  withoutHoles,
} from '../../entities/candle/candle-series';
import { selectCandles, type CandlesState } from '../../entities/candle/candle-slice';
import { useIsMarkLive, useMark } from '../../entities/contract/marks';
import type { Fault } from '../../shared/api/envelope';

const PAGE = 500;
/** Scrolling asks with every frame: a page that was refused is not asked for again before this. */
const REFUSED_MS = 5_000;

/** What is known over HTTP, and from when on it is drawn. */
interface Row {
  history: readonly Candle[];
  from: number;
}

export interface Candles {
  /** Oldest first, without holes, as far back as somebody has scrolled; null before the first answer. */
  candles: readonly Candle[] | null;
  fault: Fault | null;
  retry: () => void;
  /** Draws more of what came before, and asks for it; does nothing while that is under way or when there is nothing before. */
  loadOlder: () => void;
}

const NONE: readonly Candle[] = [];

interface Live {
  /** What the stream says of the candles since it was opened. */
  candles: readonly Candle[];
  isLive: boolean;
  /** What it says in place of them, where they are of what is published. */
  published: { price: string; at: number } | null;
}

type Pushed = ReturnType<typeof selectCandles> | null;
const isAsShown = (one: Pushed, other: Pushed) =>
  one?.candles === other?.candles && one?.liveness.phase === other?.liveness.phase;

/** Candles of trades are pushed; those of a mark and an index go on with each publication. */
function useLive(market: string, interval: Interval, by: CandlePrice): Live {
  const isTraded = by === 'last';
  const live = useCallback(
    (state: { candles: CandlesState }) => (isTraded ? selectCandles(state, market, interval) : null),
    [isTraded, market, interval],
  );
  const known = useSelector(live, isAsShown);
  const candles = known?.candles ?? NONE;
  const arePushed = known?.liveness.phase === 'live';
  const watched = isTraded ? null : market;
  const mark = useMark(watched);
  const isMarked = useIsMarkLive(watched);
  const price = (by === 'index' ? mark?.index : mark?.mark) ?? null;
  const at = mark?.at ?? null;
  const published = useMemo(() => (price === null || at === null ? null : { price, at }), [price, at]);
  return { candles, isLive: arePushed || isMarked, published };
}

function kindOf(by: CandlePrice): { by?: CandlePrice } {
  return by === 'last' ? {} : { by };
}

/**
 * History over HTTP with the stream laid over it. What was missed, asleep, offline or through a restart, shows as a tear
 * between the two, or as a channel that was silent: then the latest page is asked for again.
 */
export function useCandles(market: string, interval: Interval, by: CandlePrice = 'last'): Candles {
  const live = useLive(market, interval, by);
  const { isLive, published } = live;
  const [fetchPage] = useLazyCandleHistoryQuery();
  const [row, setRow] = useState<Row | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  /** Nothing is known to be before the candle that starts at `exhausted`: another row may have more. */
  const busy = useRef<{ latest: boolean; older: boolean; exhausted: number | null }>({
    ...{ latest: false, older: false, exhausted: null },
  });

  const loadLatest = useCallback(async () => {
    if (busy.current.latest) return;
    busy.current.latest = true;
    const { data, error } = await fetchPage({ market, interval, ...kindOf(by), limit: PAGE });
    busy.current.latest = false;
    setFault(error ?? null);
    if (!data) return;
    setRow((known) => {
      // A page that does not reach what is known begins the row anew.
      if (!known || known.history.length === 0 || isTorn(known.history, data, interval))
        return { history: data, from: firstStretch(data, interval) };
      return { ...known, history: joined(known.history, data) };
    });
  }, [fetchPage, market, interval, by]);

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

  useEffect(() => {
    if (!published) return;
    setRow((now) => {
      if (!now) return now;
      const history = grownBy(now.history, interval, published.price, published.at);
      return history === now.history ? now : { ...now, history };
    });
    // A page that has come may end before it.
  }, [published, interval, row]);

  const torn = row !== null && isTorn(row.history, live.candles, interval);
  useEffect(() => {
    if (torn) void loadLatest();
  }, [torn, loadLatest, live.candles]);

  const known = useMemo(() => row && joined(row.history, live.candles), [row, live.candles]);
  const from = known && row ? drawnFrom(known, interval, row.from) : null;
  const candles = useMemo(
    () => (known && from !== null ? withoutHoles(known, interval, from) : null),
    [known, interval, from],
  );

  const first = row?.history[0]?.start;
  const isFull = candles !== null && candles.length > CANDLES_DRAWN_MAX - STRETCH;
  const loadOlder = useCallback(() => {
    if (first === undefined || from === null || isFull || busy.current.older) return;
    const earlier = from - STRETCH * INTERVAL_MS[interval];
    // Of what is known there may be enough: on a thin market one page is months.
    if (from > first) return setRow((now) => now && { ...now, from: earlier });
    if (busy.current.exhausted === first) return;
    busy.current.older = true;
    // `to` is exclusive.
    void fetchPage({ market, interval, ...kindOf(by), to: first, limit: PAGE }).then(({ data }) => {
      if (!data) return void setTimeout(() => (busy.current.older = false), REFUSED_MS);
      if (data.length === 0) {
        busy.current.exhausted = first;
        busy.current.older = false;
      }
      setRow((now) => {
        // Of a row that has begun anew meanwhile it is not what came before.
        if (now?.history[0]?.start !== first || data.length === 0) return now;
        return { history: joined(data, now.history), from: earlier };
      });
    });
  }, [fetchPage, market, interval, by, first, from, isFull]);
  // Not before the row begins elsewhere, or the same page would be asked for twice.
  useEffect(() => {
    busy.current.older = false;
  }, [first]);

  return { candles, fault: row === null ? fault : null, retry: () => void loadLatest(), loadOlder };
}
