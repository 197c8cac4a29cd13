/** The last 24 hours of a market's price as a line: one candle every half hour. */
import type { Candle } from '../../../../shared/wire/market-data';
import { SPOT_ROUTES } from '../../../../shared/products/spot/wire';
import { api } from '../../shared/api/api';
import { askQuietly, requestOf } from '../../shared/api/endpoints';
import type { PricePoint } from '../../shared/lib/numbers/sparkline';
import { DAY_INTERVAL, pointsOf } from './day-points';
import { serverNow } from '../../shared/stream/server-time';

const DAY_MS = 24 * 3_600_000;
const REFRESH_MS = 5 * 60_000;

const dayLineApi = api.injectEndpoints({
  endpoints: (build) => ({
    dayLine: build.query({
      ...askQuietly(SPOT_ROUTES.kline),
      query: (market: string) =>
        requestOf(SPOT_ROUTES.kline, { market, interval: DAY_INTERVAL, from: Math.floor(serverNow()) - DAY_MS }),
      transformResponse: (candles: Candle[]) => pointsOf(candles, serverNow()),
      keepUnusedDataFor: REFRESH_MS / 1_000,
    }),
  }),
});

/** `isWanted` is false while nobody looks. */
export function useDayLine(market: string, isWanted: boolean): PricePoint[] | undefined {
  return dayLineApi.useDayLineQuery(market, { skip: !isWanted, pollingInterval: REFRESH_MS }).data;
}
