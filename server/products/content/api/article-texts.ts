/** Checks, hashes and normalises an article's texts: by language, each complete or absent. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { hasExternalLink, markupFaults } from '../../../../shared/articles/article-markup';
import type { LinkHosts } from '../../../../shared/products/identity/rules/links';
import type { ArticleCategory, ArticleKind } from '../../../../shared/products/content/wire';
import type { ArticleText, ArticleTexts } from '../../../../shared/products/content/staff';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../../shared/wire/languages';
import { Refusal, requestInvalid, type FieldFault } from '../../../platform/errors/refusal';

const CATEGORIES_OF: Readonly<Record<ArticleKind, readonly ArticleCategory[]>> = {
  notice: [],
  news: [],
  page: [],
  help: ['getting-started', 'trading', 'security'],
  information: ['insight', 'learn'],
};

/** Help and information pages need a category; other kinds have none. */
export function refuseCategory(kind: ArticleKind, category: ArticleCategory | null): void {
  const categories = CATEGORIES_OF[kind];
  if (category === null && categories.length === 0) return;
  if (category === null) throw requestInvalid([{ path: 'category', code: 'required' }]);
  if (!categories.includes(category)) throw requestInvalid([{ path: 'category', code: 'out.of.range' }]);
}

/** Texts with any content. */
export function nonEmptyTexts(texts: ArticleTexts): ArticleTexts {
  return mapTexts(texts, ({ title, summary, body }) => {
    const lines = body.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    return title === '' && summary === '' && lines === '' ? undefined : { title, summary, body: lines };
  });
}

/** `hosts`: allowed hosts of external links. */
export async function refuseMarkup(texts: ArticleTexts, hosts: LinkHosts): Promise<void> {
  const errors: FieldFault[] = [];
  for (const language of LANGUAGES) {
    // A maliciously slow text takes half a second, so other work runs between two texts.
    await setImmediate();
    const codes = markupFaults(texts[language]?.body ?? '', hosts);
    errors.push(...codes.map((code): FieldFault => ({ path: `texts.${language}.body`, code })));
  }
  if (errors.length > 0) throw requestInvalid(errors);
}

/** Whether any language contains an external link. */
export async function haveExternalLinks(texts: ArticleTexts): Promise<boolean> {
  for (const language of LANGUAGES) {
    await setImmediate();
    if (hasExternalLink(texts[language]?.body ?? '')) return true;
  }
  return false;
}

export function isComplete(text: ArticleText | undefined): boolean {
  return text !== undefined && text.title !== '' && text.summary !== '' && text.body !== '';
}

export function completeLanguages(texts: ArticleTexts): Language[] {
  return LANGUAGES.filter((language) => isComplete(texts[language]));
}

/** All nine languages, or at least English if that is the fallback. Refuses `content.languages.missing`. */
export function refuseMissing(available: readonly Language[], fallback: boolean): void {
  const missing = LANGUAGES.filter((language) => !available.includes(language));
  if (missing.length === 0 || (fallback && !missing.includes(DEFAULT_LANGUAGE))) return;
  throw new Refusal('content.languages.missing', { languages: missing });
}

/** SHA-256 of the published content, as recorded in the staff log. */
export function digestOf(category: ArticleCategory | null, texts: ArticleTexts): string {
  const lines = LANGUAGES.flatMap((language) => {
    const text = texts[language];
    return text ? [[language, text.title, text.summary, text.body]] : [];
  });
  return createHash('sha256')
    .update(JSON.stringify([category, lines]))
    .digest('hex');
}

export function textsIn(rows: readonly (ArticleText & { language: Language })[]): ArticleTexts {
  const texts: ArticleTexts = {};
  for (const { language, title, summary, body } of rows) texts[language] = { title, summary, body };
  return texts;
}

function mapTexts(texts: ArticleTexts, change: (text: ArticleText) => ArticleText | undefined): ArticleTexts {
  const changed: ArticleTexts = {};
  for (const language of LANGUAGES) {
    const text = texts[language];
    const after = text && change(text);
    if (after) changed[language] = after;
  }
  return changed;
}
