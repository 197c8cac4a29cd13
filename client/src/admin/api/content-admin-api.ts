/** Editing of published content. */
import { BANNER_ROUTES, type DeskBanner } from '../../../../shared/products/content/banners';
import { CONTENT_STAFF_ROUTES } from '../../../../shared/products/content/staff';
import { quietEndpointOf, requestOf, uploadOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const contentAdminApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    deskArticles: build.query({ ...quietEndpointOf(CONTENT_STAFF_ROUTES.articles), keepUnusedDataFor: 0 }),
    deskArticle: build.query({
      ...quietEndpointOf(CONTENT_STAFF_ROUTES.article),
      query: (article: string) => requestOf(CONTENT_STAFF_ROUTES.article, { article }),
      keepUnusedDataFor: 0,
    }),
    articleVersion: build.query(quietEndpointOf(CONTENT_STAFF_ROUTES.version)),
    saveArticle: build.mutation(quietEndpointOf(CONTENT_STAFF_ROUTES.save)),
    publishArticle: build.mutation(quietEndpointOf(CONTENT_STAFF_ROUTES.publish)),
    withdrawArticle: build.mutation(quietEndpointOf(CONTENT_STAFF_ROUTES.withdraw)),
    deskBanners: build.query({
      ...quietEndpointOf(BANNER_ROUTES.list),
      transformResponse: ({ records }: { records: DeskBanner[] }) => records,
      keepUnusedDataFor: 0,
    }),
    saveBanner: build.mutation(quietEndpointOf(BANNER_ROUTES.save)),
    removeBanner: build.mutation(quietEndpointOf(BANNER_ROUTES.remove)),
    uploadBannerImage: build.mutation({
      ...quietEndpointOf(BANNER_ROUTES.upload),
      query: (picture: Blob) => uploadOf(BANNER_ROUTES.upload, picture, undefined),
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
} = contentAdminApi;
