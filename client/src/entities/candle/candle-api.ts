/** Candles of the past, over HTTP. */
import type { Candle, CandlePrice, Interval } from '../../../../shared/wire/market-data';
import { api } from '../../shared/api/api';

interface HistoryRequest {
  market: string;
  interval: Interval;
  /** Absent: of what was traded. */
  by?: CandlePrice;
  /** Epoch milliseconds; absent: up to now. */
  to?: number;
  /** At most 1,000. */
  limit?: number;
}

export const candleApi = api.injectEndpoints({
  endpoints: (build) => ({
    candleHistory: build.query<Candle[], HistoryRequest>({
      query: (params) => ({ url: '/app/spot/kline', params }),
      extraOptions: { isQuiet: true },
      // What is kept would have a hole where the stream was not listened to.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useCandleHistoryQuery, useLazyCandleHistoryQuery } = candleApi;
