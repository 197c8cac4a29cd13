/** Settings of the exchange (markets, limits, admin) and users' feedback. */
import { ADMIN_ROUTES } from '../../../../shared/wire/admin';
import { CONTENT_ROUTES } from '../../../../shared/products/content/wire';
import { PRODUCT_ROUTES, type AssetRecord, type MarketRecord } from '../../../../shared/wire/product';
import { SECURITY_ROUTES } from '../../../../shared/products/identity/security';
import type { WithdrawalLimit } from '../../../../shared/products/identity/withdrawal-limits';
import { STAFF_ROUTES, type IndexTermsRecord } from '../../../../shared/wire/staff';
import { quietEndpointOf, requestOf } from '../../kit/api/endpoints';
import { fetchAllPages } from '../../kit/api/fetch-all-pages';
import { adminApi } from './admin-api';

interface SetStateRequest extends Pick<MarketRecord, 'product' | 'state'> {
  clientId: string;
  market: string;
}
const SET_STATE = { spot: ADMIN_ROUTES.setMarketState, perpetual: ADMIN_ROUTES.setPerpetualMarketState };

const settingsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    deskMarkets: build.query<MarketRecord[], void>({
      queryFn: (_, _api, _options, baseQuery) => fetchAllPages(PRODUCT_ROUTES.indexList, baseQuery),
      extraOptions: { isQuiet: true },
      providesTags: ['Markets'],
    }),
    setMarketState: build.mutation({
      ...quietEndpointOf(ADMIN_ROUTES.setMarketState),
      query: ({ product, ...request }: SetStateRequest) => requestOf(SET_STATE[product], request),
      invalidatesTags: (_, error) => (error ? [] : ['Markets']),
    }),
    listAsset: build.mutation({
      ...quietEndpointOf(ADMIN_ROUTES.listAsset),
      invalidatesTags: (_, error) => (error ? [] : ['Limits']),
    }),
    listMarket: build.mutation({
      ...quietEndpointOf(ADMIN_ROUTES.listMarket),
      invalidatesTags: (_, error) => (error ? [] : ['Markets']),
    }),
    listPerpetual: build.mutation({
      ...quietEndpointOf(ADMIN_ROUTES.listPerpetualMarket),
      invalidatesTags: (_, error) => (error ? [] : ['Markets']),
    }),
    /** The argument is the minimum journal position of the response. */
    indexTerms: build.query({
      ...quietEndpointOf(STAFF_ROUTES.indexTerms),
      query: (minPosition: number | undefined) => requestOf(STAFF_ROUTES.indexTerms, { minPosition }),
      transformResponse: ({ records }: { records: IndexTermsRecord[] }) => records,
      keepUnusedDataFor: 0,
    }),
    setIndexTerms: build.mutation(quietEndpointOf(ADMIN_ROUTES.setIndexTerms)),
    /** Current terms, and pending changes with their reasons. */
    marketTerms: build.query({
      ...quietEndpointOf(ADMIN_ROUTES.terms),
      query: (market: string) => requestOf(ADMIN_ROUTES.terms, { market }),
      providesTags: ['Markets'],
    }),
    changeMarketTerms: build.mutation({
      ...quietEndpointOf(ADMIN_ROUTES.changeMarketTerms),
      invalidatesTags: (_, error) => (error ? [] : ['Markets']),
    }),
    changeAssetTerms: build.mutation({
      ...quietEndpointOf(ADMIN_ROUTES.changeAssetTerms),
      invalidatesTags: (_, error) => (error ? [] : ['Limits']),
    }),
    setAssetState: build.mutation({
      ...quietEndpointOf(ADMIN_ROUTES.setAssetState),
      invalidatesTags: (_, error) => (error ? [] : ['Limits']),
    }),
    setFeeTiers: build.mutation(quietEndpointOf(ADMIN_ROUTES.setFeeTiers)),
    deskAssets: build.query<AssetRecord[], void>({
      queryFn: (_, _api, _options, baseQuery) => fetchAllPages(PRODUCT_ROUTES.assetList, baseQuery),
      extraOptions: { isQuiet: true },
      providesTags: ['Limits'],
    }),
    setRechargeTerms: build.mutation({
      ...quietEndpointOf(ADMIN_ROUTES.setRechargeTerms),
      invalidatesTags: (_, error) => (error ? [] : ['Limits']),
    }),
    /** The argument is the minimum journal position of the response. */
    withdrawalReview: build.query({
      ...quietEndpointOf(ADMIN_ROUTES.withdrawalReview),
      query: (minPosition: number | undefined) => requestOf(ADMIN_ROUTES.withdrawalReview, { minPosition }),
      keepUnusedDataFor: 0,
    }),
    setWithdrawalReview: build.mutation(quietEndpointOf(ADMIN_ROUTES.setWithdrawalReview)),
    deskLimits: build.query({
      ...quietEndpointOf(SECURITY_ROUTES.withdrawalLimits),
      transformResponse: ({ records }: { records: WithdrawalLimit[] }) => records,
      providesTags: ['Limits'],
    }),
    setWithdrawalLimit: build.mutation({
      ...quietEndpointOf(SECURITY_ROUTES.setWithdrawalLimit),
      invalidatesTags: (_, error) => (error ? [] : ['Limits']),
    }),
    setDeskSetting: build.mutation(quietEndpointOf(ADMIN_ROUTES.setConfig)),
    deskFeedback: build.query({ ...quietEndpointOf(CONTENT_ROUTES.feedbackList), keepUnusedDataFor: 0 }),
    answerFeedback: build.mutation(quietEndpointOf(CONTENT_ROUTES.answerFeedback)),
    closeFeedback: build.mutation(quietEndpointOf(CONTENT_ROUTES.closeFeedback)),
  }),
});

export const {
  useDeskMarketsQuery,
  useListAssetMutation,
  useListMarketMutation,
  useListPerpetualMutation,
  useIndexTermsQuery,
  useSetIndexTermsMutation,
  useSetMarketStateMutation,
  useMarketTermsQuery,
  useChangeMarketTermsMutation,
  useChangeAssetTermsMutation,
  useSetAssetStateMutation,
  useSetFeeTiersMutation,
  useDeskAssetsQuery,
  useSetRechargeTermsMutation,
  useWithdrawalReviewQuery,
  useSetWithdrawalReviewMutation,
  useDeskLimitsQuery,
  useSetWithdrawalLimitMutation,
  useSetDeskSettingMutation,
  useDeskFeedbackQuery,
  useAnswerFeedbackMutation,
  useCloseFeedbackMutation,
} = settingsApi;
