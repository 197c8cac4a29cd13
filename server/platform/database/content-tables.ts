/** What the exchange publishes: articles in their versions, banners, and what visitors write. */
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
  /** Of the text that the program brought. */
  category: ArticleCategory | null;
  /** Of what is shown: of a list when it came first, of a page when this text did. */
  publishedAt: number;
  /** Goes up with every change by staff. */
  revision: number;
  /** 0: staff have saved none. */
  latestVersion: number;
  /** 0: as the program brought it, `article_texts`. Null: nothing was ever shown. */
  shownVersion: number | null;
  shownUntil: number | null;
  isWithdrawn: number;
  /** Takes the place of what is shown at a time to come, or has taken it and nothing was written since. */
  nextVersion: number | null;
  nextFrom: number | null;
  nextUntil: number | null;
  nextPublishedAt: number | null;
}

/** What a row has by itself when the program brings it. */
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
  /** Of the text as it was shipped; null where an older program wrote it. While the text has it, nobody has edited it. */
  shippedHash: string | null;
}

/** A default article that was once inserted: edited or deleted since, it stays as it was left. */
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
  /** Null: what the program brought, kept when staff first wrote another. */
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
  /** Null: what two of staff decided took effect. */
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
  /** Null: it came with the demo. */
  changedBy: number | null;
  changedAt: number;
  /** Of the last request that changed it. */
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
  /** SHA-256 of sender and client id, so that a retried one is stored once and no address is stored at all. */
  requestHash: string;
  state: FeedbackState;
  /** Of an answer by mail to who has no account. */
  language: Language;
  /** As staff gave it; null where it was closed after an answer without another word, or is not closed. */
  closeReason: string | null;
  closedBy: number | null;
  closedAt: number | null;
  /** Of the request that closed it. */
  closeHash: string | null;
}

export interface FeedbackAnswerRow {
  id: number;
  feedback: number;
  /** Who had written; null for a visitor. */
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
