import { useSyncExternalStore } from 'react';
import { HTML_LANG, type Language } from '../../../../shared/wire/languages';
import { numberFormats, type NumberFormats } from '../lib/numbers/format';
import { currentLanguage, texts, type TextKey } from './i18n';

export interface Texts {
  language: Language;
  t: (key: TextKey, params?: Record<string, string>) => string;
  /** Text with a count, in the matching plural form: `{{count}}`. */
  tCount: (key: TextKey, count: number) => string;
  numbers: NumberFormats;
}

/** Words and number forms of the current language; renders again when it changes. */
export function useTexts(): Texts {
  const language = useSyncExternalStore(subscribe, currentLanguage);
  const cached = textsByLanguage.get(language) ?? textsIn(language);
  textsByLanguage.set(language, cached);
  return cached;
}

/** Cached per language, as number formats are slow to create and every price needs them. */
const textsByLanguage = new Map<Language, Texts>();

function textsIn(language: Language): Texts {
  const translate = texts.getFixedT(HTML_LANG[language]);
  /** Caches texts, as many rows use the same ones; a text still loading is not cached. */
  const translations = new Map<TextKey, string>();
  const t = (key: TextKey): string => {
    const text = translations.get(key) ?? translate(key, {});
    if (text !== key) translations.set(key, text);
    return text;
  };
  return {
    language,
    t: (key, params) => (params ? translate(key, params) : t(key)),
    tCount: (key, count) => translate(key, { count }),
    numbers: numberFormats(HTML_LANG[language]),
  };
}

function subscribe(onChange: () => void): () => void {
  texts.on('languageChanged', onChange);
  return () => texts.off('languageChanged', onChange);
}
