/** Draft of an article and the stored version it is based on. */
import type { ArticleCategory, ArticleKind } from '../../../../../../shared/products/content/wire';
import type { ArticleText, ArticleTexts, DeskArticle } from '../../../../../../shared/products/content/staff';
import { LANGUAGES, type Language } from '../../../../../../shared/wire/languages';

export interface ArticleDraft {
  category: ArticleCategory | null;
  texts: Readonly<Record<Language, ArticleText>>;
}

/** Stored state that the next change refers to. */
export interface Saved {
  article: string | null;
  version: number;
  digest: string;
  revision: number;
  /** The draft as it was stored. */
  draft: ArticleDraft;
}

export type Completeness = 'whole' | 'part' | 'none';

export const CATEGORIES_OF: Readonly<Record<ArticleKind, readonly ArticleCategory[]>> = {
  notice: [],
  news: [],
  page: [],
  help: ['getting-started', 'trading', 'security', 'staff'],
  information: ['insight', 'learn'],
};

const BLANK: ArticleText = { title: '', summary: '', body: '' };

export function draftOf(category: ArticleCategory | null, texts: ArticleTexts): ArticleDraft {
  const textEntries = LANGUAGES.map((language) => [language, texts[language] ?? BLANK] as const);
  return { category, texts: Object.fromEntries(textEntries) as Record<Language, ArticleText> };
}

export function savedOf({ standing, texts, digest }: DeskArticle): Saved {
  const { id, latest, revision, category } = standing;
  return { article: id, version: latest, digest, revision, draft: draftOf(category, texts) };
}

export function newArticle(kind: ArticleKind): Saved {
  const draft = draftOf(CATEGORIES_OF[kind].at(0) ?? null, {});
  return { article: null, version: 0, digest: '', revision: 0, draft };
}

export function isSame(one: ArticleDraft, other: ArticleDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function completeness({ title, summary, body }: ArticleText): Completeness {
  const filledCount = [title, summary, body].filter((text) => text.trim() !== '').length;
  return filledCount === 3 ? 'whole' : filledCount === 0 ? 'none' : 'part';
}

/** Texts for the request, without empty languages. */
export function writtenTexts({ texts }: ArticleDraft): ArticleTexts {
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const text = texts[language];
      return completeness(text) === 'none' ? [] : [[language, text] as const];
    }),
  );
}

/** One text as lines, for a diff. */
export function asLines({ title, summary, body }: ArticleText): string {
  return [title, summary, '', body].join('\n').trim();
}

export function isArticleDraft(value: unknown): value is ArticleDraft {
  if (typeof value !== 'object' || value === null || !('texts' in value)) return false;
  const { texts } = value;
  return typeof texts === 'object' && texts !== null && LANGUAGES.every((language) => language in texts);
}
