/** Queries for the user's stored contract records, page by page. */
import { CONTRACT_ROUTES } from '../../../../../shared/products/perpetual/wire';
import { api } from '../../../kit/api/api';
import { endpointOf, quietEndpointOf, requestOf } from '../../../kit/api/endpoints';
import { followedPage } from '../../../kit/api/followed-page';

const ownPageOptions = { ...followedPage, providesTags: ['Contract'] } as const;

export const contractListsApi = api.injectEndpoints({
  endpoints: (build) => ({
    currentContracts: build.query({ ...quietEndpointOf(CONTRACT_ROUTES.currentOrders), ...ownPageOptions }),
    positionResults: build.query({ ...quietEndpointOf(CONTRACT_ROUTES.results), ...ownPageOptions }),
    contractDays: build.query({ ...quietEndpointOf(CONTRACT_ROUTES.days), providesTags: ['Contract'] }),
    fundingRates: build.query(quietEndpointOf(CONTRACT_ROUTES.fundingRates)),
    liquidations: build.query(quietEndpointOf(CONTRACT_ROUTES.liquidations)),
    insurance: build.query(quietEndpointOf(CONTRACT_ROUTES.insurance)),
    liquidation: build.query({
      ...quietEndpointOf(CONTRACT_ROUTES.liquidation),
      query: (liquidation: string) => requestOf(CONTRACT_ROUTES.liquidation, { liquidation }),
    }),
    contractHistory: build.query({ ...quietEndpointOf(CONTRACT_ROUTES.historyOrders), ...ownPageOptions }),
    contractFills: build.query({ ...quietEndpointOf(CONTRACT_ROUTES.fills), ...ownPageOptions }),
    endedStops: build.query({ ...quietEndpointOf(CONTRACT_ROUTES.stops), ...ownPageOptions }),
    closedPositions: build.query({ ...quietEndpointOf(CONTRACT_ROUTES.closedPositions), ...ownPageOptions }),
    fundingPayments: build.query({ ...quietEndpointOf(CONTRACT_ROUTES.fundingPayments), ...ownPageOptions }),
    /** Returns a file as text. A mutation, so that the cache does not keep it: it grows with the account's age. */
    exportContracts: build.mutation(endpointOf(CONTRACT_ROUTES.export)),
  }),
});

export const {
  useContractHistoryQuery,
  useContractFillsQuery,
  useEndedStopsQuery,
  useExportContractsMutation,
  useClosedPositionsQuery,
  useFundingPaymentsQuery,
  useCurrentContractsQuery,
  useContractDaysQuery,
  usePositionResultsQuery,
  useFundingRatesQuery,
  useLiquidationsQuery,
  useLiquidationQuery,
  useInsuranceQuery,
} = contractListsApi;
