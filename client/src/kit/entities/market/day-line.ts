/** Line of a market's last 24 hours: one candle per half hour. */
import type { Candle } from '../../../../../shared/wire/market-data';
import { SPOT_ROUTES } from '../../../../../shared/products/spot/wire';
import { api } from '../../api/api';
import { quietEndpointOf, requestOf } from '../../api/endpoints';
import type { PricePoint } from '../../lib/numbers/sparkline';
import { DAY_INTERVAL, pointsOf } from './day-points';
import { serverNow } from '../../stream/server-time';

const DAY_MS = 24 * 3_600_000;
const REFRESH_MS = 5 * 60_000;

const dayLineApi = api.injectEndpoints({
  endpoints: (build) => ({
    dayLine: build.query({
      ...quietEndpointOf(SPOT_ROUTES.kline),
      query: (market: string) =>
        requestOf(SPOT_ROUTES.kline, { market, interval: DAY_INTERVAL, from: Math.floor(serverNow()) - DAY_MS }),
      transformResponse: (candles: Candle[]) => pointsOf(candles, serverNow()),
      keepUnusedDataFor: REFRESH_MS / 1_000,
    }),
  }),
});

/** `isWanted` is false while the line is out of sight. */
export function useDayLine(market: string, isWanted: boolean): PricePoint[] | undefined {
  return dayLineApi.useDayLineQuery(market, { skip: !isWanted, pollingInterval: REFRESH_MS }).data;
}
