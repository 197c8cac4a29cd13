/** Texts of an article as they are checked, hashed and kept: by language, each whole or not there. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { hasWayOut, markupFaults } from '../../../../shared/articles/article-markup';
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

/** Help and information stand under a heading, everything else under none. */
export function refuseCategory(kind: ArticleKind, category: ArticleCategory | null): void {
  const known = CATEGORIES_OF[kind];
  if (category === null && known.length === 0) return;
  if (category === null) throw requestInvalid([{ path: 'category', code: 'required' }]);
  if (!known.includes(category)) throw requestInvalid([{ path: 'category', code: 'out.of.range' }]);
}

/** Only what somebody has written something into. */
export function writtenTexts(texts: ArticleTexts): ArticleTexts {
  return mapped(texts, ({ title, summary, body }) => {
    const lines = body.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    return title === '' && summary === '' && lines === '' ? undefined : { title, summary, body: lines };
  });
}

/** `hosts`: where links may lead out. */
export async function refuseMarkup(texts: ArticleTexts, hosts: LinkHosts): Promise<void> {
  const faults: FieldFault[] = [];
  for (const language of LANGUAGES) {
    // A text that was made to be slow takes half a second: others have their turn between two of them.
    await setImmediate();
    const codes = markupFaults(texts[language]?.body ?? '', hosts);
    faults.push(...codes.map((code): FieldFault => ({ path: `texts.${language}.body`, code })));
  }
  if (faults.length > 0) throw requestInvalid(faults);
}

/** Whether whoever reads it, in any language, may be led to somebody else. */
export async function areLeadingOut(texts: ArticleTexts): Promise<boolean> {
  for (const language of LANGUAGES) {
    await setImmediate();
    if (hasWayOut(texts[language]?.body ?? '')) return true;
  }
  return false;
}

export function isWhole(text: ArticleText | undefined): boolean {
  return text !== undefined && text.title !== '' && text.summary !== '' && text.body !== '';
}

export function wholeLanguages(texts: ArticleTexts): Language[] {
  return LANGUAGES.filter((language) => isWhole(texts[language]));
}

/** All nine, or English at least where that is to be shown in place of others. Refuses `content.languages.missing`. */
export function refuseMissing(whole: readonly Language[], fallback: boolean): void {
  const missing = LANGUAGES.filter((language) => !whole.includes(language));
  if (missing.length === 0 || (fallback && !missing.includes(DEFAULT_LANGUAGE))) return;
  throw new Refusal('content.languages.missing', { languages: missing });
}

/** SHA-256 of what is published, which the log of staff has of it. */
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

function mapped(texts: ArticleTexts, change: (text: ArticleText) => ArticleText | undefined): ArticleTexts {
  const changed: ArticleTexts = {};
  for (const language of LANGUAGES) {
    const text = texts[language];
    const after = text && change(text);
    if (after) changed[language] = after;
  }
  return changed;
}
