import { useSyncExternalStore } from 'react';
import { HTML_LANG, type Language } from '../../../../shared/wire/languages';
import { numberFormats, type NumberFormats } from '../lib/format';
import { currentLanguage, texts, type TextKey } from './i18n';

export interface Texts {
  language: Language;
  say: (key: TextKey, facts?: Record<string, string>) => string;
  /** A text with a number in it, in the form that number asks for: `{{count}}`. */
  sayCount: (key: TextKey, count: number) => string;
  numbers: NumberFormats;
}

/** Words and number forms of the current language; renders again when it changes. */
export function useTexts(): Texts {
  const language = useSyncExternalStore(subscribe, currentLanguage);
  const known = made.get(language) ?? textsIn(language);
  made.set(language, known);
  return known;
}

/** Made once a language and not once a component: number formats are slow to make, and every price needs them. */
const made = new Map<Language, Texts>();

function textsIn(language: Language): Texts {
  const translate = texts.getFixedT(HTML_LANG[language]);
  return {
    language,
    say: (key, facts = {}) => translate(key, facts),
    sayCount: (key, count) => translate(key, { count }),
    numbers: numberFormats(HTML_LANG[language]),
  };
}

function subscribe(onChange: () => void): () => void {
  texts.on('languageChanged', onChange);
  return () => texts.off('languageChanged', onChange);
}
