/** Spot orders over HTTP: commands, and what is stored of the user's orders and fills. */
import { SPOT_ROUTES } from '../../../../shared/products/spot/wire';
import { api } from '../../shared/api/api';
import { ask, askQuietly } from '../../shared/api/endpoints';
import { followedPage } from '../../shared/api/followed-page';

/** Refusals that say the market, or the user, is not what the page took it for. */
const MARKET_CODES: ReadonlySet<string> = new Set(['coin.not.open', 'coin.under.maintenance', 'market.cancel.only']);
const USER_CODES: ReadonlySet<string> = new Set(['account.frozen', 'account.not.authenticated']);

export const orderApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The form itself says what was refused. */
    placeOrder: build.mutation({
      ...askQuietly(SPOT_ROUTES.place),
      invalidatesTags: (_answer, { code = '' } = {}) => [
        ...(MARKET_CODES.has(code) ? (['Markets'] as const) : []),
        ...(USER_CODES.has(code) ? (['Session'] as const) : []),
      ],
    }),
    /** So does the dialog. */
    amendOrder: build.mutation({ ...askQuietly(SPOT_ROUTES.amend), invalidatesTags: ['Orders'] }),
    cancelOrder: build.mutation({ ...ask(SPOT_ROUTES.cancel), invalidatesTags: ['Orders'] }),
    cancelAllOrders: build.mutation({ ...ask(SPOT_ROUTES.cancelAll), invalidatesTags: ['Orders'] }),
    /** The socket tells which orders are open; only these know when they were placed. */
    currentOrders: build.query({ ...askQuietly(SPOT_ROUTES.currentOrders), ...followedPage, providesTags: ['Orders'] }),
    orderHistory: build.query({ ...askQuietly(SPOT_ROUTES.historyOrders), ...followedPage, providesTags: ['Orders'] }),
    /** A file as text; it is not kept, since it is as long as the account is old. */
    exportSpot: build.mutation(ask(SPOT_ROUTES.export)),
    orderFills: build.query({ ...askQuietly(SPOT_ROUTES.fills), ...followedPage, providesTags: ['Orders'] }),
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
