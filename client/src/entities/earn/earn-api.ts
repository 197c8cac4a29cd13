/** Financial products and mining over HTTP: what is sold, the commands, and what is stored. What is held comes by the stream. */
import type {
  EarnDay,
  EarnPromised,
  EarnRecordsRequest,
  FinancialHolding,
  FinancialProduct,
} from '../../../../shared/wire/financial';
import type { CommandAnswer, Page } from '../../../../shared/wire/fields';
import type { MiningHolding, MiningProduct } from '../../../../shared/wire/mining';
import { api } from '../../shared/api/api';
import { inEnvelope } from '../../shared/api/csv-file';
import { followedPage } from '../../shared/api/followed-page';

export type EarnKind = 'financial' | 'mining';

interface OfPurchase {
  clientId: string;
  purchase: string;
}
interface Buy {
  clientId: string;
  product: string;
  amount: string;
}
type Records = Partial<EarnRecordsRequest>;
interface Days {
  from: number;
  to: number;
  minPosition?: number;
}
type Bought = CommandAnswer & { purchase: string };
/** What was bought or could not be is no longer what the list says of it. */
const AFTER_PURCHASE = ['Earn', 'EarnProducts'] as const;

const earnApi = api.injectEndpoints({
  endpoints: (build) => ({
    financialProducts: build.query<FinancialProduct[], void>({
      query: () => ({ url: '/app/financial/products' }),
      extraOptions: { isQuiet: true },
      providesTags: ['EarnProducts'],
    }),
    miningProducts: build.query<MiningProduct[], void>({
      query: () => ({ url: '/app/mining/products' }),
      extraOptions: { isQuiet: true },
      providesTags: ['EarnProducts'],
    }),
    /** The form says itself what was refused. */
    buyFinancial: build.mutation<Bought, Buy & { renew: boolean }>({
      query: (body) => ({ url: '/app/financial/buy', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: [...AFTER_PURCHASE],
    }),
    buyMining: build.mutation<Bought, Buy>({
      query: (body) => ({ url: '/app/mining/buy', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: [...AFTER_PURCHASE],
    }),
    cancelFinancial: build.mutation<CommandAnswer, OfPurchase>({
      query: (body) => ({ url: '/app/financial/cancel', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: [...AFTER_PURCHASE],
    }),
    leaveFinancial: build.mutation<CommandAnswer, OfPurchase>({
      query: (body) => ({ url: '/app/financial/leave', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: [...AFTER_PURCHASE],
    }),
    /** A switch by itself: what is refused is told in a toast. */
    renewFinancial: build.mutation<CommandAnswer, OfPurchase & { renew: boolean }>({
      query: (body) => ({ url: '/app/financial/renew', method: 'POST', body }),
      invalidatesTags: ['Earn'],
    }),
    financialRecords: build.query<Page<FinancialHolding>, Records>({
      query: (body) => ({ url: '/app/financial/records', method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Earn'],
    }),
    miningRecords: build.query<Page<MiningHolding>, Records>({
      query: (body) => ({ url: '/app/mining/records', method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Earn'],
    }),
    earnDays: build.query<EarnDay[], Days & { kind: EarnKind }>({
      query: ({ kind, ...body }) => ({ url: `/app/${kind}/calendar`, method: 'POST', body }),
      ...followedPage,
      extraOptions: { isQuiet: true },
      providesTags: ['Earn'],
    }),
    /** A file as text; it is not kept, since it is as long as the account is old. */
    exportEarn: build.mutation<string, Records & { kind: EarnKind }>({
      query: ({ kind, ...params }) => ({ url: `/app/${kind}/export`, params, responseHandler: inEnvelope }),
    }),
    earnPromised: build.query<EarnPromised, void>({
      query: () => ({ url: '/app/earn/promised' }),
      extraOptions: { isQuiet: true },
      providesTags: ['EarnProducts'],
    }),
  }),
});

export const {
  useFinancialProductsQuery,
  useMiningProductsQuery,
  useBuyFinancialMutation,
  useBuyMiningMutation,
  useCancelFinancialMutation,
  useLeaveFinancialMutation,
  useRenewFinancialMutation,
  useFinancialRecordsQuery,
  useMiningRecordsQuery,
  useEarnDaysQuery,
  useExportEarnMutation,
  useEarnPromisedQuery,
} = earnApi;
