/** Candles of the past, over HTTP. */
import { SPOT_ROUTES } from '../../../../../shared/products/spot/wire';
import { api } from '../../api/api';
import { quietEndpointOf } from '../../api/endpoints';

export const candleApi = api.injectEndpoints({
  endpoints: (build) => ({
    candleHistory: build.query({
      ...quietEndpointOf(SPOT_ROUTES.kline),
      // Cached data would have a gap for the time without a stream.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useCandleHistoryQuery, useLazyCandleHistoryQuery } = candleApi;
