/** What the exchange is run by: markets, limits, settings of the desk, and what people wrote to it. */
import type { WithdrawalReview } from '../../../../shared/wire/admin';
import type {
  AnswerFeedbackRequest,
  CloseFeedbackRequest,
  FeedbackListRequest,
  FeedbackRecord,
} from '../../../../shared/wire/content';
import type { StaffAnswer, Page, SettingAnswer } from '../../../../shared/wire/fields';
import type { ConfigKey } from '../../../../shared/rules/desk-config';
import type { AssetRecord, MarketProduct, MarketRecord } from '../../../../shared/wire/product';
import type { ReferralRules, SetReferralTermsRequest } from '../../../../shared/wire/referral';
import type { MarketTermsAnswer, MarketTermsRecord } from '../../../../shared/wire/terms';
import type { SetWithdrawalLimitRequest, WithdrawalLimit } from '../../../../shared/wire/security';
import type { IndexTermsRecord } from '../../../../shared/wire/staff';
import { wholeList } from '../../shared/api/whole-list';
import { deskApi } from './desk-api';

interface Terms {
  clientId: string;
  asset: string;
  chain: string;
  minimum: string;
  confirmations: number;
}

interface Changing {
  clientId: string;
  /** At once when it is absent. */
  from?: number;
  reason: string;
}

/** What is absent stays. */
type ChangeMarketTermsRequest = Changing & { market: string } & Partial<MarketTermsRecord>;
type ChangeAssetTermsRequest = Changing & { asset: string; withdrawalFee?: string; withdrawalMin?: string };
type SetAssetStateRequest = { clientId: string; reason: string } & Pick<
  AssetRecord,
  'asset' | 'trading' | 'deposits' | 'withdrawals'
>;

interface ListAsset {
  clientId: string;
  asset: string;
  scale: number;
  withdrawalFee: string;
  withdrawalMin: string;
  fiat: boolean;
}

/** What markets of every product are listed with; a perpetual's lot is its multiplier. */
interface ListedMarket {
  clientId: string;
  market: string;
  base: string;
  quote: string;
  tick: string;
  quantityMin: string;
  quantityMax: string;
  notionalMin: string;
  priceLowest: string;
  priceHighest: string;
  referencePrice: string;
  makerFeesPpb: readonly number[];
  takerFeesPpb: readonly number[];
}
interface ListMarket extends ListedMarket {
  lot: string;
  bandPpb: number;
}
interface ListPerpetual extends ListedMarket {
  multiplier: string;
  priceLimitPpb: number;
  index: string;
  tiers: readonly { cap: string; leverageMax: number; ratePpb: number }[];
  fundingIntervalMs: number;
  fundingCapPpb: number;
  openInterestMax: string;
  impactNotional: string;
}

interface SetFeeTiersRequest extends Changing {
  product: MarketProduct;
  /** In BTC by level, the first of them 0. */
  volumes: string[];
}

interface SetStateRequest extends Pick<MarketRecord, 'product' | 'state'> {
  clientId: string;
  market: string;
}
const SET_STATE = {
  spot: '/admin/product/setMarketState',
  perpetual: '/admin/product/setPerpetualMarketState',
} as const;

const settingsApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskMarkets: build.query<MarketRecord[], void>({
      queryFn: (_, _api, _options, ask) => wholeList<MarketRecord>('/app/product/indexList', ask),
      extraOptions: { isQuiet: true },
      providesTags: ['Markets'],
    }),
    setMarketState: build.mutation<StaffAnswer, SetStateRequest>({
      query: ({ product, ...body }) => ({ url: SET_STATE[product], method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    listAsset: build.mutation<StaffAnswer, ListAsset>({
      query: (body) => ({ url: '/admin/product/listAsset', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Limits']),
    }),
    listMarket: build.mutation<StaffAnswer, ListMarket>({
      query: (body) => ({ url: '/admin/product/listMarket', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    listPerpetual: build.mutation<StaffAnswer, ListPerpetual>({
      query: (body) => ({ url: '/admin/product/listPerpetualMarket', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    /** As of this position at the earliest. */
    indexTerms: build.query<IndexTermsRecord[], number | undefined>({
      query: (minPosition) => ({
        url: '/audit/product/indexTerms',
        ...(minPosition === undefined ? {} : { params: { minPosition } }),
      }),
      transformResponse: ({ records }: { records: IndexTermsRecord[] }) => records,
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    setIndexTerms: build.mutation<StaffAnswer, IndexTermsRecord & { clientId: string; reason: string }>({
      query: (body) => ({ url: '/admin/product/setIndexTerms', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    /** What holds now, and what is to come with why. */
    marketTerms: build.query<MarketTermsAnswer, string>({
      query: (market) => ({ url: '/admin/product/terms', params: { market } }),
      extraOptions: { isQuiet: true },
      providesTags: ['Markets'],
    }),
    changeMarketTerms: build.mutation<StaffAnswer, ChangeMarketTermsRequest>({
      query: (body) => ({ url: '/admin/product/changeMarketTerms', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Markets']),
    }),
    changeAssetTerms: build.mutation<StaffAnswer, ChangeAssetTermsRequest>({
      query: (body) => ({ url: '/admin/product/changeAssetTerms', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Limits']),
    }),
    setAssetState: build.mutation<StaffAnswer, SetAssetStateRequest>({
      query: (body) => ({ url: '/admin/product/setAssetState', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Limits']),
    }),
    referralTerms: build.query<ReferralRules, void>({
      query: () => ({ url: '/admin/referral/terms' }),
      extraOptions: { isQuiet: true },
    }),
    setReferralTerms: build.mutation<StaffAnswer, SetReferralTermsRequest>({
      query: (body) => ({ url: '/admin/referral/setTerms', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    setFeeTiers: build.mutation<StaffAnswer, SetFeeTiersRequest>({
      query: (body) => ({ url: '/admin/product/setFeeTiers', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    deskAssets: build.query<AssetRecord[], void>({
      queryFn: (_, _api, _options, ask) => wholeList<AssetRecord>('/app/product/assetList', ask),
      extraOptions: { isQuiet: true },
      providesTags: ['Limits'],
    }),
    setRechargeTerms: build.mutation<StaffAnswer, Terms>({
      query: (body) => ({ url: '/admin/recharge/setTerms', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Limits']),
    }),
    /** As of this position at the earliest. */
    withdrawalReview: build.query<WithdrawalReview, number | undefined>({
      query: (minPosition) => ({
        url: '/admin/withdraw/review',
        ...(minPosition === undefined ? {} : { params: { minPosition } }),
      }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    setWithdrawalReview: build.mutation<StaffAnswer, { clientId: string; secondApprovalAbove: string }>({
      query: (body) => ({ url: '/admin/withdraw/setReview', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    deskLimits: build.query<WithdrawalLimit[], void>({
      query: () => ({ url: '/admin/security/withdrawalLimits' }),
      transformResponse: ({ records }: { records: WithdrawalLimit[] }) => records,
      extraOptions: { isQuiet: true },
      providesTags: ['Limits'],
    }),
    setWithdrawalLimit: build.mutation<{ proposals: string[] }, SetWithdrawalLimitRequest>({
      query: (body) => ({ url: '/admin/security/setWithdrawalLimit', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Limits']),
    }),
    setDeskSetting: build.mutation<SettingAnswer, { key: ConfigKey; value: string }>({
      query: (body) => ({ url: '/admin/systemConfig/set', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    deskFeedback: build.query<Page<FeedbackRecord>, FeedbackListRequest>({
      query: (body) => ({ url: '/admin/content/feedbackList', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    answerFeedback: build.mutation<{ answer: string }, AnswerFeedbackRequest>({
      query: (body) => ({ url: '/admin/content/answerFeedback', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    closeFeedback: build.mutation<{ id: string }, CloseFeedbackRequest>({
      query: (body) => ({ url: '/admin/content/closeFeedback', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
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
  useReferralTermsQuery,
  useSetReferralTermsMutation,
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
