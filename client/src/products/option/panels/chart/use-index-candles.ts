import { useMemo } from 'react';
import type { Candle, Interval } from '../../../../../../shared/wire/market-data';
import { useCandleHistoryQuery } from '../../../../entities/candle/candle-api';
import { grownBy } from '../../../../entities/candle/candle-series';
import { useInstruments } from '../../../../entities/instrument/instrument';
import type { Published } from '../../api/publications';
import type { Fault } from '../../../../shared/api/envelope';

const CANDLES = 500;
/** What grows by publications alone would keep a hole for ever. */
const AGAIN_MS = 60_000;

/** The contract market that keeps candles of an index; undefined where none does. */
export function useCandleMarket(symbol: string): string | undefined {
  return useInstruments().find(({ terms }) => terms.contract?.index === symbol)?.id;
}

interface IndexCandles {
  row: readonly Candle[] | undefined;
  fault: Fault | null;
  retry: () => void;
}

/** Candles of the index, which go on with its publications; nothing without an interval. */
export function useIndexCandles(symbol: string, interval: Interval | null, last: Published | undefined): IndexCandles {
  const market = useCandleMarket(symbol);
  const { data, error, refetch, isUninitialized } = useCandleHistoryQuery(
    { market: market ?? '', interval: interval ?? '1m', by: 'index', limit: CANDLES },
    { skip: interval === null || market === undefined, pollingInterval: AGAIN_MS, refetchOnMountOrArgChange: true },
  );
  const row = useMemo(
    () => (data && interval !== null && last ? grownBy(data, interval, last.price, last.at) : data),
    [data, interval, last],
  );
  return { row, fault: error ?? null, retry: () => (isUninitialized ? undefined : void refetch()) };
}
