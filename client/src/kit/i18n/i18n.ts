/** Texts of the chosen language, loaded on demand. */
import { createInstance } from 'i18next';
import { DEFAULT_LANGUAGE, HTML_LANG, type Language } from '../../../../shared/wire/languages';
import { cookieIn, cookieText } from '../lib/storage/cookie';
import { joinedTexts, type TextName } from './joined-texts';
import { LANGUAGE_COOKIE, languageAtStart } from './languages';
import type contract from './texts/contract/en.json';
import type proof from './texts/proof/en.json';
import type publish from './texts/publish/en.json';
import type staff from './texts/staff/en.json';

type FormSuffix = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';
type WithoutForm<Key extends string> = Key extends `${infer Stem}${FormSuffix}` ? Stem : Key;

/** Texts that come with a part of the site, by part. Products add theirs (`products/<product>/api/texts.ts`). */
export interface PartTexts {
  contract: typeof contract;
  proof: typeof proof;
  publish: typeof publish;
  staff: typeof staff;
}
type PartKey = { [Part in keyof PartTexts]: Extract<keyof PartTexts[Part], string> }[keyof PartTexts];

/** English defines the keys. A text with plural forms (`…_one`, `…_other`) has the stem as its key. */
export type TextKey = WithoutForm<TextName | PartKey>;

/** Loads the file of a language. */
export type TextLoader = (language: Language) => Promise<{ default: Readonly<Record<string, string>> }>;

const LOADERS: Readonly<Record<Language, () => Promise<Parameters<typeof joinedTexts>[0]>>> = {
  zh: () => import('./texts/zh'),
  en: () => import('./texts/en'),
  tc: () => import('./texts/tc'),
  jp: () => import('./texts/jp'),
  ti: () => import('./texts/ti'),
  kr: () => import('./texts/kr'),
  ep: () => import('./texts/ep'),
  il: () => import('./texts/il'),
  pt: () => import('./texts/pt'),
};

/** i18next uses BCP 47 tags for plural rules: `jp` is this client's code for `ja`. */
export const texts = createInstance();

let currentTexts: Language = DEFAULT_LANGUAGE;

/** Text groups requested beyond the common texts. */
const loadersInUse = new Set<TextLoader>();

/** @param menus texts of the menus that products add */
export async function startLanguage(menus: readonly TextLoader[] = []): Promise<void> {
  for (const load of menus) loadersInUse.add(load);
  await texts.init({
    resources: {},
    fallbackLng: false,
    load: 'currentOnly',
    // Keys are flat: dots are part of the key, not a path.
    keySeparator: false,
    nsSeparator: false,
    // React escapes.
    interpolation: { escapeValue: false },
  });
  await switchLanguage(languageAtStart(cookieIn(document.cookie, LANGUAGE_COOKIE), navigator.languages));
}

/** Sets the user's language and stores it in a cookie, which the server reads too. */
export async function chooseLanguage(language: Language): Promise<void> {
  await switchLanguage(language);
  document.cookie = cookieText(LANGUAGE_COOKIE, language);
}

/** Loads texts of a rarely shown part, also for languages chosen later. */
export async function loadTexts(load: TextLoader): Promise<void> {
  loadersInUse.add(load);
  await addTexts(load, currentTexts);
}

export function currentLanguage(): Language {
  return currentTexts;
}

async function switchLanguage(language: Language): Promise<void> {
  const tag = HTML_LANG[language];
  if (!texts.hasResourceBundle(tag, 'translation')) {
    texts.addResourceBundle(tag, 'translation', joinedTexts(await LOADERS[language]()));
  }
  await Promise.all([...loadersInUse].map((load) => addTexts(load, language)));
  currentTexts = language;
  await texts.changeLanguage(tag);
  document.documentElement.lang = tag;
}

async function addTexts(load: TextLoader, language: Language): Promise<void> {
  const loadedTexts = await load(language);
  // Adds to the texts already loaded.
  texts.addResourceBundle(HTML_LANG[language], 'translation', loadedTexts.default, true);
}
