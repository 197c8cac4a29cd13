/** What the exchange publishes, over HTTP. The language belongs to the question: another one is another answer. */
import type { BannersAnswer } from '../../../../shared/wire/banners';
import type {
  ArticleDetail,
  ArticleRecord,
  ArticlesRequest,
  FeedbackRequest,
  OwnFeedback,
  OwnFeedbackRequest,
  PageText,
} from '../../../../shared/wire/content';
import type { Page } from '../../../../shared/wire/fields';
import type { Language } from '../../../../shared/wire/languages';
import { api } from '../../shared/api/api';

/** As many as one page of an answer may have. */
const ARTICLES_MAX = 200;

type InLanguage<Question> = Question & { language: Language };

export const contentApi = api.injectEndpoints({
  endpoints: (build) => ({
    articles: build.query<Page<ArticleRecord>, InLanguage<ArticlesRequest>>({
      query: ({ language: _, ...body }) => ({ url: '/app/content/list', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    /** All of help: it is searched where it is read. */
    helpArticles: build.query<ArticleRecord[], Language>({
      queryFn: async (_language, _api, _options, ask) => {
        const articles: ArticleRecord[] = [];
        for (let pageIndex = 1; ; pageIndex += 1) {
          const body: ArticlesRequest = { kind: 'help', pageIndex, pageSize: ARTICLES_MAX };
          const { data, error } = await ask({ url: '/app/content/list', method: 'POST', body });
          if (error) return { error };
          const { records, total } = data as Page<ArticleRecord>;
          articles.push(...records);
          if (records.length === 0 || articles.length >= total) return { data: articles };
        }
      },
      extraOptions: { isQuiet: true },
    }),
    article: build.query<ArticleDetail, InLanguage<{ id: string }>>({
      query: ({ id }) => ({ url: '/app/content/detail', params: { id } }),
      extraOptions: { isQuiet: true },
    }),
    pageText: build.query<PageText, InLanguage<{ slug: string }>>({
      query: ({ slug }) => ({ url: '/app/content/page', params: { slug } }),
      extraOptions: { isQuiet: true },
    }),
    /** What the home page shows in turn. */
    banners: build.query<BannersAnswer, Language>({
      query: () => ({ url: '/app/content/banners' }),
      extraOptions: { isQuiet: true },
    }),
    sendFeedback: build.mutation<{ id: string }, FeedbackRequest>({
      query: (body) => ({ url: '/app/content/feedback', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Feedback'],
    }),
    ownFeedback: build.query<Page<OwnFeedback>, InLanguage<OwnFeedbackRequest>>({
      query: ({ language: _, ...body }) => ({ url: '/app/content/ownFeedback', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      providesTags: ['Feedback'],
    }),
  }),
});

/** The first page of the list, as whoever looks for news asks for it: one question for all of them. */
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
