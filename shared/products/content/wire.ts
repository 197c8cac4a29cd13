/** Texts of the exchange in nine languages, and feedback of visitors. */
import { z } from 'zod';
import { isReasonFor } from '../../rules/staff-reasons';
import {
  clientId,
  epochMs,
  id,
  pageIndex,
  pageOf,
  linesForUser,
  pageSize,
  plainLine,
  plainLines,
  reasonForUser,
} from '../../wire/fields';
import type { Route } from '../../wire/route';
import { listRoute } from '../../wire/usual-routes';

/** Kinds that are listed. A `page` is requested by its slug. */
export const LISTED_KINDS = ['notice', 'help', 'news', 'information'] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];
export const ARTICLE_KINDS = [...LISTED_KINDS, 'page'] as const;
export type ArticleKind = (typeof ARTICLE_KINDS)[number];
export const articleKind = z.enum(ARTICLE_KINDS);

/** In the order of the help page. The set is fixed, because every screen has a heading for each. */
export const ARTICLE_CATEGORIES = ['getting-started', 'trading', 'security', 'staff', 'insight', 'learn'] as const;
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
  /** The previous article in the order of the list. */
  previous: neighbour,
  /** The next article in the order of the list. */
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
  text: plainLines.min(FEEDBACK_TEXT_LENGTH_MIN).max(FEEDBACK_TEXT_LENGTH_MAX),
  /** Contact for an answer. */
  contact: plainLine.min(1).max(254).optional(),
});
export type FeedbackRequest = z.infer<typeof feedbackRequest>;

/** Closed: nothing more will be done, whether it was answered or not. */
export const FEEDBACK_STATES = ['open', 'answered', 'closed'] as const;
const feedbackState = z.enum(FEEDBACK_STATES);
export type FeedbackState = z.infer<typeof feedbackState>;
export const FEEDBACK_AGES = ['day', 'week', 'month'] as const;
const feedbackAge = z.enum(FEEDBACK_AGES);
export type FeedbackAge = z.infer<typeof feedbackAge>;
export const FEEDBACK_ANSWER_LENGTH_MAX = 2_000;

const thread = {
  id,
  category: feedbackCategory,
  text: z.string(),
  createdAt: epochMs,
  state: feedbackState,
};

export const feedbackRecord = z.object({
  ...thread,
  /** Null if it was written without a log-in. */
  userId: z.int().nullable(),
  contact: z.string().nullable(),
  /** Whether an answer is sent by mail. */
  isMailed: z.boolean(),
  answers: z.array(z.object({ text: z.string(), by: z.int(), at: epochMs })),
  closing: z.object({ reason: z.string().nullable(), by: z.int(), at: epochMs }).nullable(),
});
export type FeedbackRecord = z.infer<typeof feedbackRecord>;

/** Filter by state and by minimum age. */
export const feedbackListRequest = z.strictObject({
  state: feedbackState.optional(),
  olderThan: feedbackAge.optional(),
  pageIndex,
  pageSize,
});
export type FeedbackListRequest = z.infer<typeof feedbackListRequest>;

export const answerFeedbackRequest = z.strictObject({
  clientId,
  feedback: id,
  text: linesForUser.min(1).max(FEEDBACK_ANSWER_LENGTH_MAX),
});
export type AnswerFeedbackRequest = z.infer<typeof answerFeedbackRequest>;

/** A catalogue reason; optional if there is an answer. */
export const closeFeedbackRequest = z.strictObject({
  clientId,
  feedback: id,
  reason: reasonForUser.refine((value) => isReasonFor('feedback', value), 'format').optional(),
});
export type CloseFeedbackRequest = z.infer<typeof closeFeedbackRequest>;

/** A feedback as its author sees it. */
export const ownFeedback = z.object({
  ...thread,
  answers: z.array(z.object({ text: z.string(), at: epochMs })),
  /** Reason for closing, in the language of the request. */
  closeReason: z.string().nullable(),
});
export type OwnFeedback = z.infer<typeof ownFeedback>;
export const ownFeedbackRequest = z.strictObject({ pageIndex, pageSize });
export type OwnFeedbackRequest = z.infer<typeof ownFeedbackRequest>;

export const CONTENT_ROUTES = {
  list: listRoute(
    '/exchange/app/content/list',
    'Articles of a kind in the language of the request, newest first; help by its categories',
    articlesRequest,
    articleRecord,
    'public',
  ),
  detail: {
    method: 'GET',
    path: '/exchange/app/content/detail',
    summary: 'One article, and its neighbours in the list',
    access: 'public',
    revalidated: true,
    query: z.strictObject({ id }),
    answer: articleDetail,
  },
  page: {
    method: 'GET',
    path: '/exchange/app/content/page',
    summary: 'A page by its name: about, down, legal-statement, privacy-policy, user-agreement and others',
    access: 'public',
    revalidated: true,
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
    failure: 'submit.failed',
    answer: z.object({ id }),
    rate: 'feedback',
  },
  feedbackList: {
    method: 'POST',
    path: '/exchange/admin/content/feedbackList',
    summary: 'What visitors and users have told the desk with its answers, newest first; what is open, oldest first',
    access: 'admin',
    right: 'content',
    body: feedbackListRequest,
    answer: pageOf(feedbackRecord),
  },
  ownFeedback: listRoute(
    '/exchange/app/content/ownFeedback',
    'What the caller has told the desk and what was answered, newest first',
    ownFeedbackRequest,
    ownFeedback,
  ),
  answerFeedback: {
    method: 'POST',
    path: '/exchange/admin/content/answerFeedback',
    summary: 'Answer feedback: in the message centre of its user, and by mail where there is an address',
    access: 'admin',
    right: 'content',
    body: answerFeedbackRequest,
    answer: z.object({ answer: id }),
  },
  closeFeedback: {
    method: 'POST',
    path: '/exchange/admin/content/closeFeedback',
    summary: 'Close feedback; without an answer it takes a reason of the catalogue',
    access: 'admin',
    right: 'content',
    body: closeFeedbackRequest,
    answer: z.object({ id }),
  },
} as const satisfies Record<string, Route>;
