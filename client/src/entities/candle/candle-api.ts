/** Candles of the past, over HTTP. */
import { SPOT_ROUTES } from '../../../../shared/products/spot/wire';
import { api } from '../../shared/api/api';
import { askQuietly } from '../../shared/api/endpoints';

export const candleApi = api.injectEndpoints({
  endpoints: (build) => ({
    candleHistory: build.query({
      ...askQuietly(SPOT_ROUTES.kline),
      // What is kept would have a hole where the stream was not listened to.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useCandleHistoryQuery, useLazyCandleHistoryQuery } = candleApi;
