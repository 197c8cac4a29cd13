/** What is stored of the user's contracts, over HTTP, page by page. */
import type { Page } from '../../../../shared/wire/fields';
import type {
  ClosedPositionRecord,
  ContractFillRecord,
  ContractHistoryRequest,
  ContractListRequest,
  ContractOrderRecord,
  FundingPaymentRecord,
} from '../../../../shared/wire/contract';
import { api } from '../../shared/api/api';
import { followedPage } from '../../shared/api/followed-page';

const contractListsApi = api.injectEndpoints({
  endpoints: (build) => {
    const own = <Record, Request = ContractListRequest>(name: string) =>
      build.query<Page<Record>, Partial<Request> & { minPosition?: number }>({
        query: (body) => ({ url: `/app/contract/${name}`, method: 'POST', body }),
        ...followedPage,
        extraOptions: { isQuiet: true },
        providesTags: ['Contract'],
      });
    return {
      contractHistory: own<ContractOrderRecord, ContractHistoryRequest>('historyOrders'),
      contractFills: own<ContractFillRecord>('fills'),
      closedPositions: own<ClosedPositionRecord>('closedPositions'),
      fundingPayments: own<FundingPaymentRecord>('fundingPayments'),
    };
  },
});

export const { useContractHistoryQuery, useContractFillsQuery, useClosedPositionsQuery, useFundingPaymentsQuery } =
  contractListsApi;
