/** Financial products and mining as staff run them, over HTTP. */
import type {
  EarnDesk,
  FundEarnRequest,
  SetEarnStateRequest,
  SetFinancialTermsRequest,
  SetMiningTermsRequest,
} from '../../../../shared/wire/earn-staff';
import type { StaffAnswer } from '../../../../shared/wire/fields';
import { deskApi } from './desk-api';

const earnDeskApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    /** As of this position at the earliest. */
    earnDesk: build.query<EarnDesk, number | undefined>({
      query: (minPosition) => ({
        url: '/admin/earn/desk',
        ...(minPosition === undefined ? {} : { params: { minPosition } }),
      }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    setFinancialTerms: build.mutation<StaffAnswer, SetFinancialTermsRequest>({
      query: (body) => ({ url: '/admin/earn/setFinancialTerms', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    setMiningTerms: build.mutation<StaffAnswer, SetMiningTermsRequest>({
      query: (body) => ({ url: '/admin/earn/setMiningTerms', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    setEarnState: build.mutation<StaffAnswer, SetEarnStateRequest>({
      query: (body) => ({ url: '/admin/earn/setState', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    fundEarn: build.mutation<StaffAnswer, FundEarnRequest>({
      query: (body) => ({ url: '/admin/earn/fund', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const {
  useEarnDeskQuery,
  useSetFinancialTermsMutation,
  useSetMiningTermsMutation,
  useSetEarnStateMutation,
  useFundEarnMutation,
} = earnDeskApi;
