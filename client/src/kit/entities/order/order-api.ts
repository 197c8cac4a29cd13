/** HTTP endpoints of spot orders: commands and stored orders and fills. */
import { SPOT_ROUTES } from '../../../../../shared/products/spot/wire';
import { api } from '../../api/api';
import { endpointOf, quietEndpointOf } from '../../api/endpoints';
import { followedPage } from '../../api/followed-page';

/** Refusals after which market or user data is outdated. */
const MARKET_CODES: ReadonlySet<string> = new Set(['coin.not.open', 'coin.under.maintenance', 'market.cancel.only']);
const USER_CODES: ReadonlySet<string> = new Set(['account.frozen', 'account.not.authenticated']);

export const orderApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The form shows refusals itself. */
    placeOrder: build.mutation({
      ...quietEndpointOf(SPOT_ROUTES.place),
      invalidatesTags: (_answer, { code = '' } = {}) => [
        ...(MARKET_CODES.has(code) ? (['Markets'] as const) : []),
        ...(USER_CODES.has(code) ? (['Session'] as const) : []),
      ],
    }),
    /** The dialog shows refusals itself. */
    amendOrder: build.mutation({ ...quietEndpointOf(SPOT_ROUTES.amend), invalidatesTags: ['Orders'] }),
    cancelOrder: build.mutation({ ...endpointOf(SPOT_ROUTES.cancel), invalidatesTags: ['Orders'] }),
    cancelAllOrders: build.mutation({ ...endpointOf(SPOT_ROUTES.cancelAll), invalidatesTags: ['Orders'] }),
    /** Open orders are streamed; only this list has their placement times. */
    currentOrders: build.query({
      ...quietEndpointOf(SPOT_ROUTES.currentOrders),
      ...followedPage,
      providesTags: ['Orders'],
    }),
    orderHistory: build.query({
      ...quietEndpointOf(SPOT_ROUTES.historyOrders),
      ...followedPage,
      providesTags: ['Orders'],
    }),
    /** Returns the file as text. It is not cached, as it may be as long as the account's history. */
    exportSpot: build.mutation(endpointOf(SPOT_ROUTES.export)),
    orderFills: build.query({ ...quietEndpointOf(SPOT_ROUTES.fills), ...followedPage, providesTags: ['Orders'] }),
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
