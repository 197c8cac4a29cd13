/** Administration of perpetual contracts over HTTP. */
import { CONTRACT_STAFF_ROUTES, type InsuranceFunds } from '../../../../shared/products/perpetual/staff';
import { quietEndpointOf, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const contractsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    allPositions: build.query({ ...quietEndpointOf(CONTRACT_STAFF_ROUTES.allPositions), keepUnusedDataFor: 0 }),
    lockPosition: build.mutation(quietEndpointOf(CONTRACT_STAFF_ROUTES.lockPosition)),
    unlockPosition: build.mutation(quietEndpointOf(CONTRACT_STAFF_ROUTES.unlockPosition)),
    /** The argument is the minimum journal position of the response. */
    insuranceFunds: build.query({
      ...quietEndpointOf(CONTRACT_STAFF_ROUTES.insuranceFunds),
      query: (minPosition: number | undefined) => requestOf(CONTRACT_STAFF_ROUTES.insuranceFunds, { minPosition }),
      transformResponse: ({ records }: InsuranceFunds) => records,
      keepUnusedDataFor: 0,
    }),
    fundInsurance: build.mutation(quietEndpointOf(CONTRACT_STAFF_ROUTES.fundInsurance)),
    perpetualTerms: build.query({ ...quietEndpointOf(CONTRACT_STAFF_ROUTES.perpetualTerms), keepUnusedDataFor: 0 }),
    changePerpetualTerms: build.mutation({
      ...quietEndpointOf(CONTRACT_STAFF_ROUTES.changePerpetualTerms),
      invalidatesTags: (_, error) => (error ? [] : ['Markets']),
    }),
    endPerpetualMarket: build.mutation({
      ...quietEndpointOf(CONTRACT_STAFF_ROUTES.endPerpetualMarket),
      invalidatesTags: (_, error) => (error ? [] : ['Markets']),
    }),
    callOffPerpetualEnd: build.mutation({
      ...quietEndpointOf(CONTRACT_STAFF_ROUTES.callOffPerpetualEnd),
      invalidatesTags: (_, error) => (error ? [] : ['Markets']),
    }),
  }),
});

export const {
  useAllPositionsQuery,
  useLockPositionMutation,
  useUnlockPositionMutation,
  useInsuranceFundsQuery,
  useFundInsuranceMutation,
  usePerpetualTermsQuery,
  useChangePerpetualTermsMutation,
  useCallOffPerpetualEndMutation,
  useEndPerpetualMarketMutation,
} = contractsApi;
