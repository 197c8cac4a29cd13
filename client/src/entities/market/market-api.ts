/** Markets, their terms and their last 24 hours, over HTTP. */
import type { Ticker } from '../../../../shared/wire/market-data';
import { PRODUCT_ROUTES, type MarketRecord } from '../../../../shared/wire/product';
import { SPOT_ROUTES } from '../../../../shared/products/spot/wire';
import { api } from '../../shared/api/api';
import { ask } from '../../shared/api/endpoints';
import type { Fault } from '../../shared/api/envelope';
import { wholeList } from '../../shared/api/whole-list';

/** Markets are listed and halted seldom; prices come by the stream. Whoever has one on the screen is told this soon. */
const MARKETS_REFRESH_MS = 10_000;
/** While somebody looks. */
export const MARKETS_POLL = { pollingInterval: MARKETS_REFRESH_MS, skipPollingIfUnfocused: true } as const;

const marketApi = api.injectEndpoints({
  endpoints: (build) => ({
    markets: build.query<MarketRecord[], void>({
      queryFn: async (_, { getState }, _options, ask) => {
        const answer = await wholeList(PRODUCT_ROUTES.indexList, ask);
        return 'data' in answer ? { data: withPricesOf(listKnown(getState()), answer.data) } : answer;
      },
      providesTags: ['Markets'],
    }),
    /** Until the stream has told of them, and where it cannot be reached. */
    tickers: build.query({
      ...ask(SPOT_ROUTES.tickers),
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
/** Each row of a list looks with each change of anything: of the same cache of answers it is the same. */
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

function listKnown(state: unknown): readonly MarketRecord[] {
  return selectMarkets(state as ListState);
}

/**
 * A price that moved makes no other terms: it comes by the stream, and by the list of tickers, and the one that stands beside the
 * terms says where to begin. Each list would be another one else, and everything on the screen would be drawn anew with it.
 */
function withPricesOf(known: readonly MarketRecord[], fresh: readonly MarketRecord[]): MarketRecord[] {
  const prices = new Map(known.map(({ name, price }) => [name, price]));
  return fresh.map((market) => ({ ...market, price: prices.get(market.name) ?? market.price }));
}

/** Every listed market, in the exchange's order; none while the list has not come. */
export const selectMarkets = (state: ListState): readonly MarketRecord[] => selectList(state) ?? NO_MARKETS;

/** By market, as the list over HTTP last had them; none while it has not come. */
export const selectTickers = (state: ListState): Readonly<Record<string, Ticker | undefined>> =>
  selectTickerList(state) ?? NO_TICKERS;

interface MarketsAnswer {
  data?: MarketRecord[];
  error?: Fault;
  isFetching: boolean;
}

/** That the list is asked for once more is no news, unless it failed. */
const withoutAsking = ({ data, error, isFetching }: MarketsAnswer) => ({
  ...{ data, error },
  isRetried: error !== undefined && isFetching,
});
const WATCHED = { ...MARKETS_POLL, selectFromResult: withoutAsking } as const;

/** The list and why there is none: rendered when either is another one, not whenever it is asked for. */
export function useMarketList() {
  return useMarketsQuery(undefined, WATCHED);
}

export function useMarkets(): readonly MarketRecord[] {
  return useMarketList().data ?? NO_MARKETS;
}
