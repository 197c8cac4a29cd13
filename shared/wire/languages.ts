/** The nine languages with the codes of the specification, and the selection of one for a request. */

export const LANGUAGES = ['zh', 'en', 'tc', 'jp', 'ti', 'kr', 'ep', 'il', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'en';

/** The BCP 47 language tag of each code, for the `lang` attribute of a page and for Intl. */
export const HTML_LANG: Readonly<Record<Language, string>> = {
  zh: 'zh-CN',
  en: 'en',
  tc: 'zh-TW',
  jp: 'ja',
  ti: 'th',
  kr: 'ko',
  ep: 'es',
  il: 'it',
  pt: 'pt',
};

export function mapLanguages<T>(valueOf: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, valueOf(language)])) as Record<Language, T>;
}

export function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}

/**
 * The language of a request: its `lang` header, else its `lang` cookie, else the best match of Accept-Language, else
 * the default. An unknown code counts as absent, so the next source decides.
 */
export function languageOf(
  header: string | undefined,
  cookie: string | undefined,
  acceptLanguage: string | undefined,
): Language {
  if (header !== undefined && isLanguage(header)) return header;
  if (cookie !== undefined && isLanguage(cookie)) return cookie;
  return bestMatch(acceptLanguage ?? '') ?? DEFAULT_LANGUAGE;
}

/** Longer lists are cut; no browser sends them. */
const RANGES_MAX = 32;

/** The first supported language in the order of weight, then of position. */
function bestMatch(acceptLanguage: string): Language | undefined {
  return acceptLanguage
    .split(',', RANGES_MAX)
    .map((range) => ({ language: languageOfRange(range), weight: weightOf(range) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .find(({ language }) => language !== undefined)?.language;
}

/** `;q=0.8` is 0.8, and no weight is 1. A malformed weight is 0, which ignores the range. */
function weightOf(range: string): number {
  const parameter = range.split(';').slice(1).join(';').trim();
  if (parameter === '') return 1;
  const match = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameter);
  return match ? Number(match[1]) : 0;
}

const LANGUAGE_OF_PRIMARY: ReadonlyMap<string, Language> = new Map([
  ['en', 'en'],
  ['ja', 'jp'],
  ['th', 'ti'],
  ['ko', 'kr'],
  ['es', 'ep'],
  ['it', 'il'],
  ['pt', 'pt'],
]);

/** By the primary subtag; Chinese by its script, else by its region. `*` matches the default. */
function languageOfRange(range: string): Language | undefined {
  const [primary = '', ...rest] = (range.split(';')[0] ?? '').trim().toLowerCase().split('-');
  if (primary === '*') return DEFAULT_LANGUAGE;
  if (primary === 'zh') return isTraditional(rest) ? 'tc' : 'zh';
  return LANGUAGE_OF_PRIMARY.get(primary);
}

function isTraditional(subtags: string[]): boolean {
  if (subtags.includes('hant')) return true;
  if (subtags.includes('hans')) return false;
  return subtags.some((subtag) => subtag === 'tw' || subtag === 'hk' || subtag === 'mo');
}
