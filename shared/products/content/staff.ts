/**
 * Staff calls for published texts. Each save creates an immutable version. One version is shown, from a start to an
 * end. Legal texts, and notices with outside links, need the confirmation of a second member of staff.
 */
import { z } from 'zod';
import { ARTICLE_CATEGORIES, ARTICLE_KINDS, articleKind } from './wire';
import { clientId, epochMs, id, pageIndex, pageOf, pageSize, plainLine, reason, textLines } from '../../wire/fields';
import { LANGUAGES, type Language } from '../../wire/languages';
import type { Route } from '../../wire/route';

export const ARTICLE_TITLE_MAX = 120;
export const ARTICLE_SUMMARY_MAX = 300;
export const ARTICLE_BODY_MAX = 20_000;
/** Nine full-length texts in three-byte letters. */
export const ARTICLE_REQUEST_BYTES_MAX = 640 * 1_024;

const articleText = z.strictObject({
  title: plainLine.max(ARTICLE_TITLE_MAX),
  summary: plainLine.max(ARTICLE_SUMMARY_MAX),
  body: textLines.max(ARTICLE_BODY_MAX),
});
export type ArticleText = z.infer<typeof articleText>;
const texts = z.strictObject(
  Object.fromEntries(LANGUAGES.map((language) => [language, articleText.optional()])) as Record<
    Language,
    z.ZodOptional<typeof articleText>
  >,
);
export type ArticleTexts = Partial<Record<Language, ArticleText>>;

const languages = z.array(z.enum(LANGUAGES));
const category = z.enum(ARTICLE_CATEGORIES).nullable();
const revision = z.int().min(0).max(1_000_000_000);
const version = z.int().min(0).max(1_000_000);
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 of category and texts: what is published is this and nothing else' });

/** `ended`: its time is over. */
export const ARTICLE_STATES = ['draft', 'scheduled', 'published', 'ended', 'withdrawn'] as const;
export const articleState = z.enum(ARTICLE_STATES);
export type ArticleState = z.infer<typeof articleState>;

export const articleStanding = z.object({
  id,
  slug: z.string(),
  kind: articleKind,
  category,
  /** From the newest version, in the request's language or else in English. */
  title: z.string(),
  state: articleState,
  /** Incremented by every change. A change names the revision that it is based on. */
  revision,
  /** 0 is the built-in text, which the next release may replace. */
  latest: version,
  /** Null if no version is shown yet. */
  shown: version.nullable(),
  publishedAt: epochMs.nullable(),
  until: epochMs.nullable(),
  /** The version with a start in the future. */
  next: z.object({ version, from: epochMs, until: epochMs.nullable() }).nullable(),
  /** For legal texts and notices with outside links: the version that waits for a second person or for its start. */
  proposed: z.object({ version, proposal: id }).nullable(),
  /** Languages that are complete in the newest version. */
  languages,
  isLegal: z.boolean(),
  changedAt: epochMs.nullable(),
  changedBy: z.int().nullable(),
});
export type ArticleStanding = z.infer<typeof articleStanding>;

export const ARTICLE_ACTS = ['published', 'scheduled', 'unscheduled', 'withdrawn', 'proposed', 'decided'] as const;
export type ArticleAct = (typeof ARTICLE_ACTS)[number];

const articleVersion = z.object({
  version,
  /** Null for a text built into the program. */
  savedBy: z.int().nullable(),
  savedAt: epochMs,
  digest,
  languages,
  /** The version whose texts were restored. */
  restored: version.nullable(),
});
export type ArticleVersion = z.infer<typeof articleVersion>;
const articleActRecord = z.object({
  act: z.enum(ARTICLE_ACTS),
  version,
  /** Null if two members of staff published it by a proposal. */
  by: z.int().nullable(),
  at: epochMs,
  from: epochMs.nullable(),
  until: epochMs.nullable(),
  reason: z.string().nullable(),
});
export type ArticleActRecord = z.infer<typeof articleActRecord>;

export const deskArticle = z.object({
  standing: articleStanding,
  /**
   * Whether the newest version needs two members of staff to publish: it binds users, or it is a notice with an outside
   * link.
   */
  takesTwo: z.boolean(),
  /** From the newest version. */
  texts,
  digest,
  /** Newest first. */
  versions: z.array(articleVersion),
  acts: z.array(articleActRecord),
});
export type DeskArticle = z.infer<typeof deskArticle>;

export const articleVersionTexts = z.object({ version, category, texts, digest });
export type ArticleVersionTexts = z.infer<typeof articleVersionTexts>;

export const deskArticlesRequest = z.strictObject({
  kind: articleKind.optional(),
  state: articleState.optional(),
  pageIndex,
  pageSize,
});
export type DeskArticlesRequest = z.infer<typeof deskArticlesRequest>;

/** Screens refer to pages by fixed slugs, so staff can write their texts but not create new pages. */
export const saveArticleRequest = z.strictObject({
  clientId,
  /** Absent for a new article, of `kind`. */
  article: id.optional(),
  kind: z.enum(ARTICLE_KINDS).exclude(['page']).optional(),
  category,
  /** 0 for a new article. */
  revision,
  /** All texts: a language that is absent has no text. */
  texts,
  restored: version.optional(),
});
export type SaveArticleRequest = z.infer<typeof saveArticleRequest>;
const savedAnswer = z.object({ article: id, version, digest, revision });
export type SavedArticle = z.infer<typeof savedAnswer>;

export const publishArticleRequest = z.strictObject({
  clientId,
  article: id,
  version,
  digest,
  revision,
  /** Absent: immediately. */
  from: epochMs.optional(),
  /** Hidden from this time on. */
  until: epochMs.optional(),
  /** English is shown for missing languages. Without the fallback all nine languages are required. */
  fallback: z.boolean().default(false),
});
export type PublishArticleRequest = z.infer<typeof publishArticleRequest>;

/** Hides the shown version, or cancels a scheduled one. */
export const withdrawArticleRequest = z.strictObject({
  clientId,
  article: id,
  revision,
  what: z.enum(['shown', 'scheduled']),
  reason,
});
export type WithdrawArticleRequest = z.infer<typeof withdrawArticleRequest>;
const actAnswer = z.object({
  revision,
  proposal: id
    .nullable()
    .meta({ description: 'of a legal text or a notice that leads out: it waits as this for a second of staff' }),
});
export type ArticleActAnswer = z.infer<typeof actAnswer>;

export const CONTENT_STAFF_ROUTES = {
  articles: {
    method: 'POST',
    path: '/exchange/admin/content/articles',
    summary: 'Notices, news, help, information and pages with how they stand, newest first',
    access: 'admin',
    right: 'content',
    body: deskArticlesRequest,
    answer: pageOf(articleStanding),
  },
  article: {
    method: 'GET',
    path: '/exchange/admin/content/article',
    summary: 'One article: its newest version in every language, its versions, and what was done with them',
    access: 'admin',
    right: 'content',
    query: z.strictObject({ article: id }),
    answer: deskArticle,
  },
  version: {
    method: 'GET',
    path: '/exchange/admin/content/version',
    summary: 'The texts of a version; 0 is what the program brings',
    access: 'admin',
    right: 'content',
    query: z.strictObject({ article: id, version }),
    answer: articleVersionTexts,
  },
  save: {
    method: 'POST',
    path: '/exchange/admin/content/saveArticle',
    summary: 'Save a new version, which nobody sees before it is published; at most 640 KiB',
    access: 'admin',
    right: 'content',
    isLarge: true,
    withoutFactor: 'A version that is saved nobody sees before it is published.',
    body: saveArticleRequest,
    failure: 'save.failed',
    answer: savedAnswer,
  },
  publish: {
    method: 'POST',
    path: '/exchange/admin/content/publishArticle',
    summary:
      'Show a version from now or from a time on; a legal text, and a notice with a link that leads out, is proposed to a second of staff',
    access: 'admin',
    right: 'content',
    stepUp: true,
    body: publishArticleRequest,
    answer: actAnswer,
  },
  withdraw: {
    method: 'POST',
    path: '/exchange/admin/content/withdrawArticle',
    summary: 'Take away what is shown, or call off what was to be shown; pages stay',
    access: 'admin',
    right: 'content',
    stepUp: true,
    body: withdrawArticleRequest,
    answer: actAnswer,
  },
} as const satisfies Record<string, Route>;
