/** What is stored of the user's contracts, over HTTP, page by page. */
import type { Page } from '../../../../shared/wire/fields';
import type {
  ClosedPositionRecord,
  ContractDay,
  ContractDaysRequest,
  ContractExportRequest,
  ContractFillRecord,
  ContractHistoryRequest,
  ContractListRequest,
  ContractOrderRecord,
  ContractOrdersRequest,
  FundingPaymentRecord,
  FundingRateRecord,
  InsuranceRecord,
  LiquidationDetail,
  LiquidationRecord,
  PositionResult,
  PublicListRequest,
} from '../../../../shared/wire/contract';
import type { StopState } from '../../../../shared/wire/contract-stream';
import { api } from '../../shared/api/api';
import { inEnvelope } from '../../shared/api/csv-file';
import { followedPage } from '../../shared/api/followed-page';

export const contractListsApi = api.injectEndpoints({
  endpoints: (build) => {
    const own = <Record, Request = ContractListRequest>(name: string) =>
      build.query<Page<Record>, Partial<Request> & { minPosition?: number }>({
        query: (body) => ({ url: `/app/contract/${name}`, method: 'POST', body }),
        ...followedPage,
        extraOptions: { isQuiet: true },
        providesTags: ['Contract'],
      });
    const everybodys = <Record>(name: string) =>
      build.query<Page<Record>, Partial<PublicListRequest>>({
        query: (body) => ({ url: `/app/contract/${name}`, method: 'POST', body }),
        extraOptions: { isQuiet: true },
      });
    return {
      currentContracts: own<ContractOrderRecord, ContractOrdersRequest>('currentOrders'),
      positionResults: build.query<PositionResult[], { minPosition?: number }>({
        query: (params) => ({ url: '/app/contract/results', params }),
        ...followedPage,
        extraOptions: { isQuiet: true },
        providesTags: ['Contract'],
      }),
      contractDays: build.query<ContractDay[], ContractDaysRequest>({
        query: (body) => ({ url: '/app/contract/days', method: 'POST', body }),
        extraOptions: { isQuiet: true },
        providesTags: ['Contract'],
      }),
      fundingRates: everybodys<FundingRateRecord>('fundingRates'),
      liquidations: everybodys<LiquidationRecord>('liquidations'),
      insurance: everybodys<InsuranceRecord>('insurance'),
      liquidation: build.query<LiquidationDetail, string>({
        query: (liquidation) => ({ url: '/app/contract/liquidation', params: { liquidation } }),
        extraOptions: { isQuiet: true },
      }),
      contractHistory: own<ContractOrderRecord, ContractHistoryRequest>('historyOrders'),
      contractFills: own<ContractFillRecord>('fills'),
      endedStops: own<StopState>('stops'),
      closedPositions: own<ClosedPositionRecord>('closedPositions'),
      fundingPayments: own<FundingPaymentRecord>('fundingPayments'),
      /** A file as text; it is not kept, since it is as long as the account is old. */
      exportContracts: build.mutation<string, ContractExportRequest>({
        query: (params) => ({ url: '/app/contract/export', params, responseHandler: inEnvelope }),
      }),
    };
  },
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
