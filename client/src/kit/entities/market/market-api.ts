/** Markets, their terms and their last 24 hours, over HTTP. */
import type { Ticker } from '../../../../../shared/wire/market-data';
import { PRODUCT_ROUTES, type MarketRecord } from '../../../../../shared/wire/product';
import { SPOT_ROUTES } from '../../../../../shared/products/spot/wire';
import { api } from '../../api/api';
import { endpointOf } from '../../api/endpoints';
import type { Fault } from '../../api/envelope';
import { fetchAllPages } from '../../api/fetch-all-pages';

/** Listings and halts are rare, and prices come by the stream. Maximum delay for markets on the screen. */
const MARKETS_REFRESH_MS = 10_000;
/** Polls only while the window has the focus. */
export const MARKETS_POLL = { pollingInterval: MARKETS_REFRESH_MS, skipPollingIfUnfocused: true } as const;

const marketApi = api.injectEndpoints({
  endpoints: (build) => ({
    markets: build.query<MarketRecord[], void>({
      queryFn: async (_, { getState }, _options, baseQuery) => {
        const answer = await fetchAllPages(PRODUCT_ROUTES.indexList, baseQuery);
        return 'data' in answer ? { data: withPricesOf(knownMarkets(getState()), answer.data) } : answer;
      },
      providesTags: ['Markets'],
    }),
    /** Used until the stream has sent tickers, and without a stream. */
    tickers: build.query({
      ...endpointOf(SPOT_ROUTES.tickers),
      transformResponse: (tickers: Ticker[]) => Object.fromEntries(tickers.map((ticker) => [ticker.market, ticker])),
    }),
  }),
});

export const { useTickersQuery } = marketApi;
const { useMarketsQuery } = marketApi;
export const { markets: marketsEndpoint, tickers: tickersEndpoint } = marketApi.endpoints;

const NO_MARKETS: readonly MarketRecord[] = [];
const NO_TICKERS: Readonly<Record<string, Ticker | undefined>> = {};
export type ListState = Parameters<ReturnType<typeof marketsEndpoint.select>>[0];
/** Caches the selection per state of the API cache: many rows select after every action. */
function ofCache<Answer>(select: (state: ListState) => { data?: Answer }): (state: ListState) => Answer | undefined {
  let last: { cache: ListState[typeof api.reducerPath]; data: Answer | undefined } | null = null;
  return (state) => {
    const cache = state[api.reducerPath];
    if (last?.cache !== cache) last = { cache, data: select(state).data };
    return last.data;
  };
}
const selectList = ofCache(marketsEndpoint.select());
const selectTickerList = ofCache(tickersEndpoint.select());

function knownMarkets(state: unknown): readonly MarketRecord[] {
  return selectMarkets(state as ListState);
}

/**
 * Keeps the known prices, so that a price move alone does not give a new list and render the whole screen. Prices are streamed; the list's
 * price is only the initial one.
 */
function withPricesOf(existing: readonly MarketRecord[], loadedMarkets: readonly MarketRecord[]): MarketRecord[] {
  const prices = new Map(existing.map(({ name, price }) => [name, price]));
  return loadedMarkets.map((market) => ({ ...market, price: prices.get(market.name) ?? market.price }));
}

/** All listed markets in the exchange's order; empty until loaded. */
export const selectMarkets = (state: ListState): readonly MarketRecord[] => selectList(state) ?? NO_MARKETS;

/** Latest tickers of the HTTP list by market; empty until loaded. */
export const selectTickers = (state: ListState): Readonly<Record<string, Ticker | undefined>> =>
  selectTickerList(state) ?? NO_TICKERS;

interface MarketsAnswer {
  data?: MarketRecord[];
  error?: Fault;
  isFetching: boolean;
}

/** Drops the fetching state of a refetch, except after a failure. */
const retryState = ({ data, error, isFetching }: MarketsAnswer) => ({
  ...{ data, error },
  isRetried: error !== undefined && isFetching,
});
const POLLED_MARKETS = { ...MARKETS_POLL, selectFromResult: retryState } as const;

/** The list and its fault; renders only when either changes, not on each refetch. */
export function useMarketList() {
  return useMarketsQuery(undefined, POLLED_MARKETS);
}

export function useMarkets(): readonly MarketRecord[] {
  return useMarketList().data ?? NO_MARKETS;
}
