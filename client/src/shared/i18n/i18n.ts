/** The texts of the chosen language, loaded when it is chosen. */
import { createInstance } from 'i18next';
import { DEFAULT_LANGUAGE, HTML_LANG, type Language } from '../../../../shared/wire/languages';
import { cookieIn, cookieText } from '../lib/storage/cookie';
import { joinedTexts, type TextName } from './joined-texts';
import { LANGUAGE_COOKIE, languageAtStart } from './languages';
import type contract from './texts/contract/en.json';
import type earn from './texts/earn/en.json';
import type option from './texts/option/en.json';
import type proof from './texts/proof/en.json';
import type publish from './texts/publish/en.json';
import type robot from './texts/robot/en.json';
import type referral from './texts/referral/en.json';
import type staff from './texts/staff/en.json';

type FormSuffix = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';
type WithoutForm<Key extends string> = Key extends `${infer Stem}${FormSuffix}` ? Stem : Key;

/** English is the measure. Of a text with forms for numbers (`…_one`, `…_other`) the key is the stem. */
export type TextKey = WithoutForm<
  | TextName
  | Extract<
      | keyof typeof contract
      | keyof typeof earn
      | keyof typeof option
      | keyof typeof proof
      | keyof typeof publish
      | keyof typeof referral
      | keyof typeof robot
      | keyof typeof staff,
      string
    >
>;

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

/** Knows languages by their tags: `jp` is ours alone, and which forms numbers take is known of `ja`. */
export const texts = createInstance();

let spoken: Language = DEFAULT_LANGUAGE;

/** What has been asked for beyond the texts that everybody gets. */
const asked = new Set<TextLoader>();

export async function startLanguage(): Promise<void> {
  await texts.init({
    resources: {},
    fallbackLng: false,
    load: 'currentOnly',
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
  await speak(language);
  document.cookie = cookieText(LANGUAGE_COOKIE, language);
}

/** Texts of a part that few see: loaded with it, and from then on with every language that is chosen. */
export async function needTexts(load: TextLoader): Promise<void> {
  asked.add(load);
  await addTexts(load, spoken);
}

export function currentLanguage(): Language {
  return spoken;
}

async function speak(language: Language): Promise<void> {
  const tag = HTML_LANG[language];
  if (!texts.hasResourceBundle(tag, 'translation')) {
    texts.addResourceBundle(tag, 'translation', joinedTexts(await LOADERS[language]()));
  }
  await Promise.all([...asked].map((load) => addTexts(load, language)));
  spoken = language;
  await texts.changeLanguage(tag);
  document.documentElement.lang = tag;
}

async function addTexts(load: TextLoader, language: Language): Promise<void> {
  const more = await load(language);
  // Beside what is there.
  texts.addResourceBundle(HTML_LANG[language], 'translation', more.default, true);
}
