/** What the exchange publishes, as the desk writes it. */
import type { DeskBanner, RemoveBannerRequest, SaveBannerRequest } from '../../../../shared/wire/banners';
import type {
  ArticleActAnswer,
  ArticleStanding,
  ArticleVersionTexts,
  DeskArticle,
  DeskArticlesRequest,
  PublishArticleRequest,
  SaveArticleRequest,
  SavedArticle,
  WithdrawArticleRequest,
} from '../../../../shared/wire/content-staff';
import type { Page } from '../../../../shared/wire/fields';
import { deskApi } from './desk-api';

/** A picture of 8 MB over a slow line takes longer than an answer may. */
const UPLOAD_MS_MAX = 120_000;

type Sent<Request extends { fallback: boolean }> = Omit<Request, 'fallback'> & Partial<Pick<Request, 'fallback'>>;

const contentDeskApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskArticles: build.query<Page<ArticleStanding>, DeskArticlesRequest>({
      query: (body) => ({ url: '/admin/content/articles', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    deskArticle: build.query<DeskArticle, string>({
      query: (article) => ({ url: '/admin/content/article', params: { article } }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    articleVersion: build.query<ArticleVersionTexts, { article: string; version: number }>({
      query: (params) => ({ url: '/admin/content/version', params }),
      extraOptions: { isQuiet: true },
    }),
    saveArticle: build.mutation<SavedArticle, SaveArticleRequest>({
      query: (body) => ({ url: '/admin/content/saveArticle', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    publishArticle: build.mutation<ArticleActAnswer, Sent<PublishArticleRequest>>({
      query: (body) => ({ url: '/admin/content/publishArticle', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    withdrawArticle: build.mutation<ArticleActAnswer, WithdrawArticleRequest>({
      query: (body) => ({ url: '/admin/content/withdrawArticle', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    deskBanners: build.query<DeskBanner[], void>({
      query: () => ({ url: '/admin/content/banners' }),
      transformResponse: ({ records }: { records: DeskBanner[] }) => records,
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    saveBanner: build.mutation<DeskBanner, Sent<SaveBannerRequest>>({
      query: (body) => ({ url: '/admin/content/saveBanner', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    removeBanner: build.mutation<{ id: string }, RemoveBannerRequest>({
      query: (body) => ({ url: '/admin/content/removeBanner', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    uploadBannerImage: build.mutation<{ image: string; width: number; height: number }, Blob>({
      query: (picture) => ({
        url: '/admin/content/uploadBannerImage',
        method: 'POST',
        body: picture,
        headers: { 'content-type': picture.type === '' ? 'application/octet-stream' : picture.type },
        timeout: UPLOAD_MS_MAX,
      }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const {
  useDeskArticlesQuery,
  useDeskArticleQuery,
  useLazyDeskArticleQuery,
  useArticleVersionQuery,
  useSaveArticleMutation,
  usePublishArticleMutation,
  useWithdrawArticleMutation,
  useDeskBannersQuery,
  useSaveBannerMutation,
  useRemoveBannerMutation,
  useUploadBannerImageMutation,
} = contentDeskApi;
