/** Queries for the user's stored contract records, page by page. */
import { CONTRACT_ROUTES } from '../../../../../shared/products/perpetual/wire';
import { api } from '../../../kit/api/api';
import { ask, askQuietly, requestOf } from '../../../kit/api/endpoints';
import { followedPage } from '../../../kit/api/followed-page';

const own = { ...followedPage, providesTags: ['Contract'] } as const;

export const contractListsApi = api.injectEndpoints({
  endpoints: (build) => ({
    currentContracts: build.query({ ...askQuietly(CONTRACT_ROUTES.currentOrders), ...own }),
    positionResults: build.query({ ...askQuietly(CONTRACT_ROUTES.results), ...own }),
    contractDays: build.query({ ...askQuietly(CONTRACT_ROUTES.days), providesTags: ['Contract'] }),
    fundingRates: build.query(askQuietly(CONTRACT_ROUTES.fundingRates)),
    liquidations: build.query(askQuietly(CONTRACT_ROUTES.liquidations)),
    insurance: build.query(askQuietly(CONTRACT_ROUTES.insurance)),
    liquidation: build.query({
      ...askQuietly(CONTRACT_ROUTES.liquidation),
      query: (liquidation: string) => requestOf(CONTRACT_ROUTES.liquidation, { liquidation }),
    }),
    contractHistory: build.query({ ...askQuietly(CONTRACT_ROUTES.historyOrders), ...own }),
    contractFills: build.query({ ...askQuietly(CONTRACT_ROUTES.fills), ...own }),
    endedStops: build.query({ ...askQuietly(CONTRACT_ROUTES.stops), ...own }),
    closedPositions: build.query({ ...askQuietly(CONTRACT_ROUTES.closedPositions), ...own }),
    fundingPayments: build.query({ ...askQuietly(CONTRACT_ROUTES.fundingPayments), ...own }),
    /** Returns a file as text. A mutation, so that the cache does not keep it: it grows with the account's age. */
    exportContracts: build.mutation(ask(CONTRACT_ROUTES.export)),
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
