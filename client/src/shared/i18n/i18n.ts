/** The texts of the chosen language, loaded when it is chosen. */
import { createInstance } from 'i18next';
import { HTML_LANG, type Language } from '../../../../shared/wire/languages';
import { cookieIn, cookieText } from '../lib/cookie';
import type en from './en.json';
import { LANGUAGE_COOKIE, languageAtStart } from './languages';

export type TextKey = keyof typeof en;

const LOADERS: Readonly<Record<Language, () => Promise<{ default: Record<string, string> }>>> = {
  zh: () => import('./zh.json'),
  en: () => import('./en.json'),
  tc: () => import('./tc.json'),
  jp: () => import('./jp.json'),
  ti: () => import('./ti.json'),
  kr: () => import('./kr.json'),
  ep: () => import('./ep.json'),
  il: () => import('./il.json'),
  pt: () => import('./pt.json'),
};

export const texts = createInstance();

export async function startLanguage(): Promise<void> {
  await texts.init({
    resources: {},
    fallbackLng: false,
    // Keys are whole: `book.title` is a name, not a path.
    keySeparator: false,
    nsSeparator: false,
    // React escapes.
    interpolation: { escapeValue: false },
  });
  await speak(languageAtStart(cookieIn(document.cookie, LANGUAGE_COOKIE), navigator.languages));
}

/** Chosen by the user: remembered for the next visit, and by the server for what it says. */
export async function chooseLanguage(language: Language): Promise<void> {
  document.cookie = cookieText(LANGUAGE_COOKIE, language);
  await speak(language);
}

async function speak(language: Language): Promise<void> {
  if (!texts.hasResourceBundle(language, 'translation')) {
    const loaded = await LOADERS[language]();
    texts.addResourceBundle(language, 'translation', loaded.default);
  }
  await texts.changeLanguage(language);
  document.documentElement.lang = HTML_LANG[language];
}
