import { useMemo } from 'react';
import type { Candle, Interval } from '../../../../../../shared/wire/market-data';
import { useCandleHistoryQuery } from '../../../../kit/entities/candle/candle-api';
import { withTrade } from '../../../../kit/entities/candle/candle-series';
import { useInstruments } from '../../../../kit/entities/instrument/instrument';
import type { Published } from '../../api/publications';
import type { Fault } from '../../../../kit/api/envelope';

const CANDLES = 500;
/** Refetch interval. Candles updated from publications alone would keep any gap. */
const AGAIN_MS = 60_000;

/** The perpetual market whose server-side candles cover an index; undefined if there is none. */
export function useCandleMarket(symbol: string): string | undefined {
  return useInstruments().find(({ terms }) => terms.contract?.index === symbol)?.id;
}

interface IndexCandles {
  row: readonly Candle[] | undefined;
  error: Fault | null;
  retry: () => void;
}

/** Index candles, updated with its publications; undefined without an interval. */
export function useIndexCandles(symbol: string, interval: Interval | null, last: Published | undefined): IndexCandles {
  const market = useCandleMarket(symbol);
  const { data, error, refetch, isUninitialized } = useCandleHistoryQuery(
    { market: market ?? '', interval: interval ?? '1m', by: 'index', limit: CANDLES },
    { skip: interval === null || market === undefined, pollingInterval: AGAIN_MS, refetchOnMountOrArgChange: true },
  );
  const row = useMemo(
    () => (data && interval !== null && last ? withTrade(data, interval, last.price, last.at) : data),
    [data, interval, last],
  );
  return { row, error: error ?? null, retry: () => (isUninitialized ? undefined : void refetch()) };
}
