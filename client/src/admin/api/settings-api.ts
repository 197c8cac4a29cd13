/** Settings of the exchange (markets, limits, admin) and users' feedback. */
import { ADMIN_ROUTES } from '../../../../shared/wire/admin';
import { CONTENT_ROUTES } from '../../../../shared/products/content/wire';
import { PRODUCT_ROUTES, type AssetRecord, type MarketRecord } from '../../../../shared/wire/product';
import { SECURITY_ROUTES } from '../../../../shared/products/identity/security';
import type { WithdrawalLimit } from '../../../../shared/products/identity/withdrawal-limits';
import { STAFF_ROUTES, type IndexTermsRecord } from '../../../../shared/wire/staff';
import { askQuietly, requestOf } from '../../kit/api/endpoints';
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
      queryFn: (_, _api, _options, ask) => fetchAllPages(PRODUCT_ROUTES.indexList, ask),
      extraOptions: { isQuiet: true },
      providesTags: ['Markets'],
    }),
    setMarketState: build.mutation({
      ...askQuietly(ADMIN_ROUTES.setMarketState),
      query: ({ product, ...asked }: SetStateRequest) => requestOf(SET_STATE[product], asked),
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    listAsset: build.mutation({
      ...askQuietly(ADMIN_ROUTES.listAsset),
      invalidatesTags: (_, fault) => (fault ? [] : ['Limits']),
    }),
    listMarket: build.mutation({
      ...askQuietly(ADMIN_ROUTES.listMarket),
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    listPerpetual: build.mutation({
      ...askQuietly(ADMIN_ROUTES.listPerpetualMarket),
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    /** The argument is the minimum journal position of the response. */
    indexTerms: build.query({
      ...askQuietly(STAFF_ROUTES.indexTerms),
      query: (minPosition: number | undefined) => requestOf(STAFF_ROUTES.indexTerms, { minPosition }),
      transformResponse: ({ records }: { records: IndexTermsRecord[] }) => records,
      keepUnusedDataFor: 0,
    }),
    setIndexTerms: build.mutation(askQuietly(ADMIN_ROUTES.setIndexTerms)),
    /** Current terms, and pending changes with their reasons. */
    marketTerms: build.query({
      ...askQuietly(ADMIN_ROUTES.terms),
      query: (market: string) => requestOf(ADMIN_ROUTES.terms, { market }),
      providesTags: ['Markets'],
    }),
    changeMarketTerms: build.mutation({
      ...askQuietly(ADMIN_ROUTES.changeMarketTerms),
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    changeAssetTerms: build.mutation({
      ...askQuietly(ADMIN_ROUTES.changeAssetTerms),
      invalidatesTags: (_, fault) => (fault ? [] : ['Limits']),
    }),
    setAssetState: build.mutation({
      ...askQuietly(ADMIN_ROUTES.setAssetState),
      invalidatesTags: (_, fault) => (fault ? [] : ['Limits']),
    }),
    setFeeTiers: build.mutation(askQuietly(ADMIN_ROUTES.setFeeTiers)),
    deskAssets: build.query<AssetRecord[], void>({
      queryFn: (_, _api, _options, ask) => fetchAllPages(PRODUCT_ROUTES.assetList, ask),
      extraOptions: { isQuiet: true },
      providesTags: ['Limits'],
    }),
    setRechargeTerms: build.mutation({
      ...askQuietly(ADMIN_ROUTES.setRechargeTerms),
      invalidatesTags: (_, fault) => (fault ? [] : ['Limits']),
    }),
    /** The argument is the minimum journal position of the response. */
    withdrawalReview: build.query({
      ...askQuietly(ADMIN_ROUTES.withdrawalReview),
      query: (minPosition: number | undefined) => requestOf(ADMIN_ROUTES.withdrawalReview, { minPosition }),
      keepUnusedDataFor: 0,
    }),
    setWithdrawalReview: build.mutation(askQuietly(ADMIN_ROUTES.setWithdrawalReview)),
    deskLimits: build.query({
      ...askQuietly(SECURITY_ROUTES.withdrawalLimits),
      transformResponse: ({ records }: { records: WithdrawalLimit[] }) => records,
      providesTags: ['Limits'],
    }),
    setWithdrawalLimit: build.mutation({
      ...askQuietly(SECURITY_ROUTES.setWithdrawalLimit),
      invalidatesTags: (_, fault) => (fault ? [] : ['Limits']),
    }),
    setDeskSetting: build.mutation(askQuietly(ADMIN_ROUTES.setConfig)),
    deskFeedback: build.query({ ...askQuietly(CONTENT_ROUTES.feedbackList), keepUnusedDataFor: 0 }),
    answerFeedback: build.mutation(askQuietly(CONTENT_ROUTES.answerFeedback)),
    closeFeedback: build.mutation(askQuietly(CONTENT_ROUTES.closeFeedback)),
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
