/** Financial products and mining over HTTP: products, commands and stored records. Holdings come from the stream. */
import {
  EARN_ROUTES,
  type EarnDay,
  type EarnRecordsRequest,
  FINANCIAL_ROUTES,
  MINING_ROUTES,
} from '../../../../../shared/products/earn/wire';
import type { DaysRequest } from '../../../../../shared/wire/fields';
import { api } from '../../../kit/api/api';
import { endpointOf, quietEndpointOf, requestOf } from '../../../kit/api/endpoints';
import { followedPage } from '../../../kit/api/followed-page';

const ROUTES_OF = { financial: FINANCIAL_ROUTES, mining: MINING_ROUTES };
export type EarnKind = keyof typeof ROUTES_OF;
type OfKind<Request> = Request & { kind: EarnKind };

/** A purchase or its refusal shows that the product list may be stale. */
const afterPurchase = { invalidatesTags: ['Earn', 'EarnProducts'] } as const;
const products = { providesTags: ['EarnProducts'] } as const;
const invalidatesHoldings = { ...followedPage, providesTags: ['Earn'] } as const;

const earnApi = api.injectEndpoints({
  endpoints: (build) => ({
    financialProducts: build.query({ ...quietEndpointOf(FINANCIAL_ROUTES.products), ...products }),
    miningProducts: build.query({ ...quietEndpointOf(MINING_ROUTES.products), ...products }),
    earnPromised: build.query({ ...quietEndpointOf(EARN_ROUTES.promised), ...products }),
    buyFinancial: build.mutation({ ...quietEndpointOf(FINANCIAL_ROUTES.buy), ...afterPurchase }),
    buyMining: build.mutation({ ...quietEndpointOf(MINING_ROUTES.buy), ...afterPurchase }),
    cancelFinancial: build.mutation({ ...quietEndpointOf(FINANCIAL_ROUTES.cancel), ...afterPurchase }),
    leaveFinancial: build.mutation({ ...quietEndpointOf(FINANCIAL_ROUTES.leave), ...afterPurchase }),
    /** Has no form, so a refusal is shown as a toast. */
    renewFinancial: build.mutation({ ...endpointOf(FINANCIAL_ROUTES.renew), invalidatesTags: ['Earn'] }),
    financialRecords: build.query({ ...quietEndpointOf(FINANCIAL_ROUTES.records), ...invalidatesHoldings }),
    miningRecords: build.query({ ...quietEndpointOf(MINING_ROUTES.records), ...invalidatesHoldings }),
    earnDays: build.query<EarnDay[], OfKind<DaysRequest>>({
      query: ({ kind, ...days }) => requestOf(ROUTES_OF[kind].calendar, days),
      extraOptions: { isQuiet: true },
      ...invalidatesHoldings,
    }),
    /** CSV text, not cached because its size grows with the account's history. */
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
