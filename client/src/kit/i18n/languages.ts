/** Names of the languages in themselves, never translated. */
import { languageOf, type Language } from '../../../../shared/wire/languages';

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  zh: '简体中文',
  en: 'English',
  tc: '繁體中文',
  jp: '日本語',
  ti: 'ไทย',
  kr: '한국어',
  ep: 'Español',
  il: 'Italiano',
  pt: 'Português',
};

export const LANGUAGE_COOKIE = 'lang';

/** Same rule as on the server: cookie, else the browser's preference, else the default. */
export function languageAtStart(cookie: string | undefined, preferred: readonly string[]): Language {
  return languageOf(undefined, cookie, preferred.join(','));
}
