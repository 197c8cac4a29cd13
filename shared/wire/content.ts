/** What the exchange says about itself in nine languages, and what its visitors say back. */
import { z } from 'zod';
import { clientId, id, pageIndex, pageOf, pageSize, textLine, textLines } from './fields';
import type { Route } from './route';

/** Kinds that are listed; a `page` is asked for by its slug alone. */
export const LISTED_KINDS = ['notice', 'help', 'news', 'information'] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];
export type ArticleKind = ListedKind | 'page';

/** In the order in which help lists them; closed, because every screen has a heading for each. */
export const ARTICLE_CATEGORIES = ['getting-started', 'trading', 'security', 'insight', 'learn'] as const;
export type ArticleCategory = (typeof ARTICLE_CATEGORIES)[number];

const slug = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .meta({ example: 'user-agreement' });
const publishedAt = z.int().meta({ description: 'epoch milliseconds' });
const body = z
  .string()
  .meta({ description: 'Markdown: headings from ##, paragraphs, lists, tables, links to own paths' });

export const articleRecord = z.object({
  id,
  kind: z.enum(LISTED_KINDS),
  category: z.enum(ARTICLE_CATEGORIES).nullable(),
  title: z.string(),
  summary: z.string(),
  publishedAt,
});
export type ArticleRecord = z.infer<typeof articleRecord>;

const neighbour = z.object({ id, title: z.string() }).nullable();
export const articleDetail = articleRecord.extend({
  body,
  /** The one before in the order of the list. */
  previous: neighbour,
  /** The one behind it. */
  next: neighbour,
});
export type ArticleDetail = z.infer<typeof articleDetail>;

export const pageText = z.object({ slug, title: z.string(), summary: z.string(), body, publishedAt });
export type PageText = z.infer<typeof pageText>;

export const articlesRequest = z.strictObject({
  kind: z.enum(LISTED_KINDS),
  category: z.enum(ARTICLE_CATEGORIES).optional(),
  pageIndex,
  pageSize,
});
export type ArticlesRequest = z.infer<typeof articlesRequest>;

export const FEEDBACK_CATEGORIES = ['suggestion', 'problem', 'complaint', 'other'] as const;
export const FEEDBACK_TEXT_LENGTH_MIN = 10;
export const FEEDBACK_TEXT_LENGTH_MAX = 2_000;
const feedbackCategory = z.enum(FEEDBACK_CATEGORIES);
export type FeedbackCategory = z.infer<typeof feedbackCategory>;

export const feedbackRequest = z.strictObject({
  clientId,
  category: feedbackCategory,
  text: textLines.min(FEEDBACK_TEXT_LENGTH_MIN).max(FEEDBACK_TEXT_LENGTH_MAX),
  /** Where an answer would reach the writer. */
  contact: textLine.min(1).max(254).optional(),
});
export type FeedbackRequest = z.infer<typeof feedbackRequest>;

export const feedbackRecord = z.object({
  id,
  /** Null: written without a log-in. */
  userId: z.int().nullable(),
  category: feedbackCategory,
  text: z.string(),
  contact: z.string().nullable(),
  createdAt: z.int(),
});
export type FeedbackRecord = z.infer<typeof feedbackRecord>;

export const feedbackListRequest = z.strictObject({ pageIndex, pageSize });
export type FeedbackListRequest = z.infer<typeof feedbackListRequest>;

export const CONTENT_ROUTES = {
  list: {
    method: 'POST',
    path: '/exchange/app/content/list',
    summary: 'Articles of a kind in the language of the request, newest first; help by its categories',
    access: 'public',
    body: articlesRequest,
    answer: pageOf(articleRecord),
  },
  detail: {
    method: 'GET',
    path: '/exchange/app/content/detail',
    summary: 'One article, and its neighbours in the list',
    access: 'public',
    query: z.strictObject({ id }),
    answer: articleDetail,
  },
  page: {
    method: 'GET',
    path: '/exchange/app/content/page',
    summary: 'A page by its name: about, down, legal-statement, privacy-policy, user-agreement and others',
    access: 'public',
    query: z.strictObject({ slug }),
    answer: pageText,
  },
  feedback: {
    method: 'POST',
    path: '/exchange/app/content/feedback',
    summary: 'Tell the desk something, logged in or not',
    access: 'public',
    heedsTicket: true,
    body: feedbackRequest,
    answer: z.object({ id }),
    rate: 'feedback',
  },
  feedbackList: {
    method: 'POST',
    path: '/exchange/admin/content/feedbackList',
    summary: 'What visitors and users have told the desk, newest first',
    access: 'admin',
    right: 'content',
    body: feedbackListRequest,
    answer: pageOf(feedbackRecord),
  },
} as const satisfies Record<string, Route>;
