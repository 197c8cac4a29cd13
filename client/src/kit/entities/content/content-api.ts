/** Published content over HTTP. The language is part of the query, so each language is cached separately. */
import { BANNER_ROUTES } from '../../../../../shared/products/content/banners';
import {
  CONTENT_ROUTES,
  type ArticleRecord,
  type ArticlesRequest,
  type OwnFeedbackRequest,
} from '../../../../../shared/products/content/wire';
import type { Page } from '../../../../../shared/wire/fields';
import type { Language } from '../../../../../shared/wire/languages';
import { api } from '../../api/api';
import { quietEndpointOf, requestOf } from '../../api/endpoints';

/** Maximum page size of a response. */
const ARTICLES_MAX = 200;

type InLanguage<Question> = Question & { language: Language };

export const contentApi = api.injectEndpoints({
  endpoints: (build) => ({
    articles: build.query({
      ...quietEndpointOf(CONTENT_ROUTES.list),
      query: ({ language: _, ...body }: InLanguage<ArticlesRequest>) => requestOf(CONTENT_ROUTES.list, body),
    }),
    /** All help articles, as the search runs in the client. */
    helpArticles: build.query<ArticleRecord[], Language>({
      queryFn: async (_language, _api, _options, baseQuery) => {
        const articles: ArticleRecord[] = [];
        for (let pageIndex = 1; ; pageIndex += 1) {
          const request: ArticlesRequest = { kind: 'help', pageIndex, pageSize: ARTICLES_MAX };
          const { data, error } = await baseQuery(requestOf(CONTENT_ROUTES.list, request));
          if (error) return { error };
          const { records, total } = data as Page<ArticleRecord>;
          articles.push(...records);
          if (records.length === 0 || articles.length >= total) return { data: articles };
        }
      },
      extraOptions: { isQuiet: true },
    }),
    article: build.query({
      ...quietEndpointOf(CONTENT_ROUTES.detail),
      query: ({ id }: InLanguage<{ id: string }>) => requestOf(CONTENT_ROUTES.detail, { id }),
    }),
    pageText: build.query({
      ...quietEndpointOf(CONTENT_ROUTES.page),
      query: ({ slug }: InLanguage<{ slug: string }>) => requestOf(CONTENT_ROUTES.page, { slug }),
    }),
    /** Banners of the home page. */
    banners: build.query({
      ...quietEndpointOf(BANNER_ROUTES.shown),
      query: (_language: Language) => requestOf(BANNER_ROUTES.shown, undefined),
    }),
    sendFeedback: build.mutation({ ...quietEndpointOf(CONTENT_ROUTES.feedback), invalidatesTags: ['Feedback'] }),
    ownFeedback: build.query({
      ...quietEndpointOf(CONTENT_ROUTES.ownFeedback),
      query: ({ language: _, ...body }: InLanguage<OwnFeedbackRequest>) => requestOf(CONTENT_ROUTES.ownFeedback, body),
      providesTags: ['Feedback'],
    }),
  }),
});

/** First page of the list; all callers share this query. */
const NEWEST_NOTICES = 20;

export function newestNotices(language: Language): InLanguage<ArticlesRequest> {
  return { kind: 'notice', pageIndex: 1, pageSize: NEWEST_NOTICES, language };
}

export const {
  useArticlesQuery,
  useHelpArticlesQuery,
  useArticleQuery,
  usePageTextQuery,
  useBannersQuery,
  useSendFeedbackMutation,
  useOwnFeedbackQuery,
} = contentApi;
