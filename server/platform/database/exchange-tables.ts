/** The relational data, row by row. */
import type { ArticleCategory, ArticleKind, FeedbackCategory } from '../../../shared/wire/content';
import type { Language } from '../../../shared/wire/languages';

export type Role = 'user' | 'auditor' | 'admin';

export interface UserRow {
  id: number;
  /** In lower case: one person, one account. */
  email: string;
  passwordHash: string;
  role: Role;
  nickName: string;
  /** Client id of the registration, so that a retried one finds its own user. */
  registerClientId: string | null;
  /** 1 once the core knows the member. */
  isMember: number;
  registeredAt: number;
}

export interface SessionRow {
  /** SHA-256 of the ticket, hex. The ticket itself is nowhere. */
  ticketHash: string;
  userId: number;
  startedAt: number;
  expiresAt: number;
  endedAt: number | null;
  /** Who ended it before its time. */
  endedBy: 'user' | 'staff' | null;
}

export interface SystemConfigRow {
  key: string;
  value: string;
  changedAt: number;
}

/** What the exchange publishes. Each article has a text in every language, or at least in English. */
export interface ArticleRow {
  id: number;
  kind: ArticleKind;
  slug: string;
  category: ArticleCategory | null;
  publishedAt: number;
}

export interface ArticleTextRow {
  article: number;
  language: Language;
  title: string;
  summary: string;
  /** Markdown. */
  body: string;
}

/** A default article that was once inserted: edited or deleted since, it stays as it was left. */
export interface SeededArticleRow {
  slug: string;
  seededAt: number;
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
}

/** The last id given out of each kind. */
export interface LastIdRow {
  kind: 'user' | 'article' | 'feedback';
  id: number;
}

export interface ExchangeTables {
  users: UserRow;
  sessions: SessionRow;
  systemConfig: SystemConfigRow;
  articles: ArticleRow;
  articleTexts: ArticleTextRow;
  seededArticles: SeededArticleRow;
  feedback: FeedbackRow;
  lastIds: LastIdRow;
}
