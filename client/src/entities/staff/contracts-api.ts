/** Perpetual contracts as staff see and run them, over HTTP. */
import type {
  InsuranceFunds,
  PerpetualTermsAnswer,
  StaffPosition,
  StaffPositionsRequest,
} from '../../../../shared/wire/contract-staff';
import type { StaffAnswer, Page } from '../../../../shared/wire/fields';
import { deskApi } from './desk-api';

interface OfPosition {
  clientId: string;
  contract: string;
  reason: string;
}

/** What is absent stays. */
export interface ChangePerpetualTerms extends Partial<PerpetualTermsAnswer['present']> {
  clientId: string;
  market: string;
  /** At once when it is absent. */
  from?: number;
  reason: string;
}

interface OfMarket {
  market: string;
  minPosition?: number;
}

const contractsApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    allPositions: build.query<Page<StaffPosition>, StaffPositionsRequest>({
      query: (body) => ({ url: '/audit/contract/positions', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    lockPosition: build.mutation<StaffAnswer, OfPosition>({
      query: (body) => ({ url: '/admin/contract/lock', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    unlockPosition: build.mutation<StaffAnswer, OfPosition>({
      query: (body) => ({ url: '/admin/contract/unlock', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    /** As of this position at the earliest. */
    insuranceFunds: build.query<InsuranceFunds['records'], number | undefined>({
      query: (minPosition) => ({
        url: '/audit/contract/insurance',
        ...(minPosition === undefined ? {} : { params: { minPosition } }),
      }),
      transformResponse: ({ records }: InsuranceFunds) => records,
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    fundInsurance: build.mutation<StaffAnswer, { clientId: string; asset: string; amount: string; reason: string }>({
      query: (body) => ({ url: '/admin/house/fundInsurance', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    perpetualTerms: build.query<PerpetualTermsAnswer, OfMarket>({
      query: (params) => ({ url: '/admin/product/perpetualTerms', params }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    changePerpetualTerms: build.mutation<StaffAnswer, ChangePerpetualTerms>({
      query: (body) => ({ url: '/admin/product/changePerpetualTerms', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    endPerpetualMarket: build.mutation<
      StaffAnswer,
      { clientId: string; market: string; endsAt: number; reason: string }
    >({
      query: (body) => ({ url: '/admin/product/endPerpetualMarket', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    callOffPerpetualEnd: build.mutation<StaffAnswer, { clientId: string; market: string; reason: string }>({
      query: (body) => ({ url: '/admin/product/callOffPerpetualEnd', method: 'POST', body }),
      extraOptions: { isQuiet: true },
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
