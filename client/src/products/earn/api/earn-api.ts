/** Financial products and mining over HTTP: what is sold, the commands, and what is stored. What is held comes by the stream. */
import {
  EARN_ROUTES,
  type EarnDay,
  type EarnRecordsRequest,
  FINANCIAL_ROUTES,
  MINING_ROUTES,
} from '../../../../../shared/products/earn/wire';
import type { DaysRequest } from '../../../../../shared/wire/fields';
import { api } from '../../../shared/api/api';
import { ask, askQuietly, requestOf } from '../../../shared/api/endpoints';
import { followedPage } from '../../../shared/api/followed-page';

const ROUTES_OF = { financial: FINANCIAL_ROUTES, mining: MINING_ROUTES };
export type EarnKind = keyof typeof ROUTES_OF;
type OfKind<Request> = Request & { kind: EarnKind };

/** What was bought or could not be is no longer what the list says of it. */
const afterPurchase = { invalidatesTags: ['Earn', 'EarnProducts'] } as const;
const products = { providesTags: ['EarnProducts'] } as const;
const held = { ...followedPage, providesTags: ['Earn'] } as const;

const earnApi = api.injectEndpoints({
  endpoints: (build) => ({
    financialProducts: build.query({ ...askQuietly(FINANCIAL_ROUTES.products), ...products }),
    miningProducts: build.query({ ...askQuietly(MINING_ROUTES.products), ...products }),
    earnPromised: build.query({ ...askQuietly(EARN_ROUTES.promised), ...products }),
    buyFinancial: build.mutation({ ...askQuietly(FINANCIAL_ROUTES.buy), ...afterPurchase }),
    buyMining: build.mutation({ ...askQuietly(MINING_ROUTES.buy), ...afterPurchase }),
    cancelFinancial: build.mutation({ ...askQuietly(FINANCIAL_ROUTES.cancel), ...afterPurchase }),
    leaveFinancial: build.mutation({ ...askQuietly(FINANCIAL_ROUTES.leave), ...afterPurchase }),
    /** A switch by itself: what is refused is told in a toast. */
    renewFinancial: build.mutation({ ...ask(FINANCIAL_ROUTES.renew), invalidatesTags: ['Earn'] }),
    financialRecords: build.query({ ...askQuietly(FINANCIAL_ROUTES.records), ...held }),
    miningRecords: build.query({ ...askQuietly(MINING_ROUTES.records), ...held }),
    earnDays: build.query<EarnDay[], OfKind<DaysRequest>>({
      query: ({ kind, ...days }) => requestOf(ROUTES_OF[kind].calendar, days),
      extraOptions: { isQuiet: true },
      ...held,
    }),
    /** A file as text; it is not kept, since it is as long as the account is old. */
    exportEarn: build.mutation<string, OfKind<Partial<EarnRecordsRequest>>>({
      query: ({ kind, ...filters }) => requestOf(ROUTES_OF[kind].export, filters as object),
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
