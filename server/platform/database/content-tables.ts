/** Tables of published content: articles with versions, banners, and feedback of visitors. */
import type { Generated } from 'kysely';
import type { BannerLook } from '../../../shared/products/content/banners';
import type {
  ArticleCategory,
  ArticleKind,
  FeedbackCategory,
  FeedbackState,
} from '../../../shared/products/content/wire';
import type { ArticleAct } from '../../../shared/products/content/staff';
import type { Language } from '../../../shared/wire/languages';

/** Each article has a text in every language, or at least in English. */
export interface ArticleRow {
  id: number;
  kind: ArticleKind;
  slug: string;
  /** Category of the shipped text. */
  category: ArticleCategory | null;
  /** Publication time: in lists that of the first version, on a page that of this text. */
  publishedAt: number;
  /** Increases with every change by staff. */
  revision: number;
  /** 0: staff have saved none. */
  latestVersion: number;
  /** 0: the shipped text, `article_texts`. Null: never published. */
  shownVersion: number | null;
  shownUntil: number | null;
  isWithdrawn: number;
  /** The version that replaces the shown one at a future time, or did so without a later edit. */
  nextVersion: number | null;
  nextFrom: number | null;
  nextUntil: number | null;
  nextPublishedAt: number | null;
}

/** Columns with defaults for a shipped article. */
type Standing =
  | 'revision'
  | 'latestVersion'
  | 'shownVersion'
  | 'shownUntil'
  | 'isWithdrawn'
  | 'nextVersion'
  | 'nextFrom'
  | 'nextUntil'
  | 'nextPublishedAt';
type ArticlesTable = Omit<ArticleRow, Standing> & { [Column in Standing]: Generated<ArticleRow[Column]> };

export interface ArticleTextRow {
  article: number;
  language: Language;
  title: string;
  summary: string;
  /** Markdown. */
  body: string;
  /** Hash of the shipped text; null for rows of older programs. A text with this hash is unedited. */
  shippedHash: string | null;
}

/** A shipped article that was inserted once; later edits or deletions of it persist. */
export interface SeededArticleRow {
  slug: string;
  seededAt: number;
}

/** Never changed. */
export interface ArticleVersionRow {
  article: number;
  version: number;
  category: ArticleCategory | null;
  digest: string;
  /** Null: the shipped text, stored when staff first replaced it. */
  savedBy: number | null;
  savedAt: number;
  restored: number | null;
  requestHash: string | null;
}

export interface ArticleVersionTextRow {
  article: number;
  version: number;
  language: Language;
  title: string;
  summary: string;
  body: string;
}

/** Never changed. */
export interface ArticleActRow {
  id: number;
  article: number;
  act: ArticleAct;
  version: number;
  /** Null: an approved proposal took effect. */
  by: number | null;
  at: number;
  from: number | null;
  until: number | null;
  reason: string | null;
  proposal: number | null;
  requestHash: string | null;
}

export interface BannerRow {
  id: number;
  revision: number;
  isOn: number;
  place: number;
  from: number | null;
  until: number | null;
  link: string | null;
  look: BannerLook;
  image: string | null;
  /** Null: created by the demo. */
  changedBy: number | null;
  changedAt: number;
  /** Hash of the last request that changed the row. */
  requestHash: string | null;
}

export interface BannerTextRow {
  banner: number;
  language: Language;
  title: string;
  text: string;
}

export interface BannerImageRow {
  id: string;
  width: number;
  height: number;
  uploadedBy: number;
  uploadedAt: number;
}

export interface FeedbackRow {
  id: number;
  userId: number | null;
  category: FeedbackCategory;
  contact: string | null;
  text: string;
  createdAt: number;
  /** SHA-256 of sender and client id: a retry is stored once, and no address is stored. */
  requestHash: string;
  state: FeedbackState;
  /** Language of an answer by mail to a visitor without an account. */
  language: Language;
  /** The reason given by staff; null if closed with an answer alone, or not closed. */
  closeReason: string | null;
  closedBy: number | null;
  closedAt: number | null;
  /** Hash of the request that closed it. */
  closeHash: string | null;
}

export interface FeedbackAnswerRow {
  id: number;
  feedback: number;
  /** The author; null for a visitor. */
  userId: number | null;
  text: string;
  answeredBy: number;
  at: number;
  requestHash: string;
}

export interface ContentTables {
  articles: ArticlesTable;
  articleTexts: ArticleTextRow;
  seededArticles: SeededArticleRow;
  articleVersions: ArticleVersionRow;
  articleVersionTexts: ArticleVersionTextRow;
  articleActs: ArticleActRow;
  banners: BannerRow;
  bannerTexts: BannerTextRow;
  bannerImages: BannerImageRow;
  feedback: FeedbackRow;
  feedbackAnswers: FeedbackAnswerRow;
}
