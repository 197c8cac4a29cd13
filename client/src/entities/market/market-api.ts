/** Markets, their terms and their last 24 hours, over HTTP. */
import type { Page } from '../../../../shared/wire/fields';
import type { Ticker } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { api } from '../../shared/api/api';

/** As many as one page may have. */
const MARKETS_MAX = 200;

const marketApi = api.injectEndpoints({
  endpoints: (build) => ({
    markets: build.query<MarketRecord[], void>({
      query: () => ({
        url: '/exchange/app/product/indexList',
        method: 'POST',
        body: { pageIndex: 1, pageSize: MARKETS_MAX },
      }),
      transformResponse: ({ records }: Page<MarketRecord>) => records,
    }),
    /** For the markets that the stream has no room for, and where it cannot be reached. */
    tickers: build.query<Readonly<Record<string, Ticker>>, void>({
      query: () => ({ url: '/exchange/app/spot/tickers' }),
      transformResponse: (tickers: Ticker[]) => Object.fromEntries(tickers.map((ticker) => [ticker.market, ticker])),
    }),
  }),
});

export const { useMarketsQuery, useTickersQuery } = marketApi;
export const { markets: marketsEndpoint } = marketApi.endpoints;
