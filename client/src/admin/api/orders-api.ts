/** Users' orders and positions for staff, with cancelling and closing, and the house's balances, over HTTP. */
import { ADMIN_ROUTES } from '../../../../shared/wire/admin';
import { CONTRACT_STAFF_ROUTES } from '../../../../shared/products/perpetual/staff';
import { DESK_ROUTES } from '../../../../shared/wire/desk';
import { quietEndpointOf, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const ordersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    spotOrdersOf: build.query({ ...quietEndpointOf(DESK_ROUTES.ordersOf), keepUnusedDataFor: 0 }),
    contractOrdersOf: build.query({ ...quietEndpointOf(CONTRACT_STAFF_ROUTES.positionsOf), keepUnusedDataFor: 0 }),
    cancelOrderOf: build.mutation(quietEndpointOf(ADMIN_ROUTES.cancelOrder)),
    cancelAllOf: build.mutation(quietEndpointOf(ADMIN_ROUTES.cancelAllOrders)),
    riskBoard: build.query({ ...quietEndpointOf(DESK_ROUTES.risk), keepUnusedDataFor: 0 }),
    houseFunds: build.query({
      ...quietEndpointOf(DESK_ROUTES.houseFunds),
      query: (minPosition: number | undefined) => requestOf(DESK_ROUTES.houseFunds, { minPosition }),
      keepUnusedDataFor: 0,
    }),
    fundHouse: build.mutation(quietEndpointOf(ADMIN_ROUTES.fundHouse)),
  }),
});

export const {
  useSpotOrdersOfQuery,
  useContractOrdersOfQuery,
  useCancelOrderOfMutation,
  useCancelAllOfMutation,
  useRiskBoardQuery,
  useHouseFundsQuery,
  useFundHouseMutation,
} = ordersApi;
