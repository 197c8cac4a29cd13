/** Spot orders over HTTP: commands, and what is stored of the user's orders and fills. */
import type { CommandAnswer, Page } from '../../../../shared/wire/fields';
import type {
  AmendOrderRequest,
  CancelAllRequest,
  CancelOrderRequest,
  CurrentOrdersRequest,
  FillRecord,
  FillsRequest,
  HistoryOrdersRequest,
  OrderRecord,
  PlaceOrderRequest,
  SpotExportRequest,
} from '../../../../shared/wire/spot';
import { api } from '../../shared/api/api';
import { inEnvelope } from '../../shared/api/csv-file';
import { followedPage } from '../../shared/api/followed-page';

type Placing = Omit<PlaceOrderRequest, 'selfTrade'> & Partial<Pick<PlaceOrderRequest, 'selfTrade'>>;
/** Refusals that say the market, or the user, is not what the page took it for. */
const MARKET_CODES: ReadonlySet<string> = new Set(['coin.not.open', 'coin.under.maintenance', 'market.cancel.only']);
const USER_CODES: ReadonlySet<string> = new Set(['account.frozen', 'account.not.authenticated']);

type Listing<Request> = Partial<Request>;

export const orderApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The form itself says what was refused. */
    placeOrder: build.mutation<CommandAnswer & { order: string }, Placing>({
      query: (body) => ({ url: '/app/spot/place', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_answer, { code = '' } = {}) => [
        ...(MARKET_CODES.has(code) ? (['Markets'] as const) : []),
        ...(USER_CODES.has(code) ? (['Session'] as const) : []),
      ],
    }),
    /** So does the dialog. */
    amendOrder: build.mutation<CommandAnswer, AmendOrderRequest>({
      query: (body) => ({ url: '/app/spot/amend', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Orders'],
    }),
    cancelOrder: build.mutation<CommandAnswer, CancelOrderRequest>({
      query: (body) => ({ url: '/app/spot/cancel', method: 'POST', body }),
      invalidatesTags: ['Orders'],
    }),
    cancelAllOrders: build.mutation<CommandAnswer, CancelAllRequest>({
      query: (body) => ({ url: '/app/spot/cancelAll', method: 'POST', body }),
      invalidatesTags: ['Orders'],
    }),
    /** The socket tells which orders are open; only these know when they were placed. */
    currentOrders: build.query<Page<OrderRecord>, Listing<CurrentOrdersRequest>>({
      query: (body) => ({ url: '/app/spot/currentOrders', method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Orders'],
    }),
    orderHistory: build.query<Page<OrderRecord>, Listing<HistoryOrdersRequest>>({
      query: (body) => ({ url: '/app/spot/historyOrders', method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Orders'],
    }),
    /** A file as text; it is not kept, since it is as long as the account is old. */
    exportSpot: build.mutation<string, SpotExportRequest>({
      query: (params) => ({ url: '/app/spot/export', params, responseHandler: inEnvelope }),
    }),
    orderFills: build.query<Page<FillRecord>, Listing<FillsRequest>>({
      query: (body) => ({ url: '/app/spot/fills', method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Orders'],
    }),
  }),
});

export const {
  usePlaceOrderMutation,
  useAmendOrderMutation,
  useCancelOrderMutation,
  useCancelAllOrdersMutation,
  useCurrentOrdersQuery,
  useOrderHistoryQuery,
  useOrderFillsQuery,
  useExportSpotMutation,
} = orderApi;
