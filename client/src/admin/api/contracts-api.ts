/** Administration of perpetual contracts over HTTP. */
import { CONTRACT_STAFF_ROUTES, type InsuranceFunds } from '../../../../shared/products/perpetual/staff';
import { askQuietly, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const contractsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    allPositions: build.query({ ...askQuietly(CONTRACT_STAFF_ROUTES.allPositions), keepUnusedDataFor: 0 }),
    lockPosition: build.mutation(askQuietly(CONTRACT_STAFF_ROUTES.lockPosition)),
    unlockPosition: build.mutation(askQuietly(CONTRACT_STAFF_ROUTES.unlockPosition)),
    /** The argument is the minimum journal position of the response. */
    insuranceFunds: build.query({
      ...askQuietly(CONTRACT_STAFF_ROUTES.insuranceFunds),
      query: (minPosition: number | undefined) => requestOf(CONTRACT_STAFF_ROUTES.insuranceFunds, { minPosition }),
      transformResponse: ({ records }: InsuranceFunds) => records,
      keepUnusedDataFor: 0,
    }),
    fundInsurance: build.mutation(askQuietly(CONTRACT_STAFF_ROUTES.fundInsurance)),
    perpetualTerms: build.query({ ...askQuietly(CONTRACT_STAFF_ROUTES.perpetualTerms), keepUnusedDataFor: 0 }),
    changePerpetualTerms: build.mutation({
      ...askQuietly(CONTRACT_STAFF_ROUTES.changePerpetualTerms),
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    endPerpetualMarket: build.mutation({
      ...askQuietly(CONTRACT_STAFF_ROUTES.endPerpetualMarket),
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    callOffPerpetualEnd: build.mutation({
      ...askQuietly(CONTRACT_STAFF_ROUTES.callOffPerpetualEnd),
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
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
