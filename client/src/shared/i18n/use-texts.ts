import { useSyncExternalStore } from 'react';
import { HTML_LANG, type Language } from '../../../../shared/wire/languages';
import { numberFormats, type NumberFormats } from '../lib/numbers/format';
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
  /** A hundred rows say the same words with every fill; a text that is not there yet may come. */
  const said = new Map<TextKey, string>();
  const say = (key: TextKey): string => {
    const words = said.get(key) ?? translate(key, {});
    if (words !== key) said.set(key, words);
    return words;
  };
  return {
    language,
    say: (key, facts) => (facts ? translate(key, facts) : say(key)),
    sayCount: (key, count) => translate(key, { count }),
    numbers: numberFormats(HTML_LANG[language]),
  };
}

function subscribe(onChange: () => void): () => void {
  texts.on('languageChanged', onChange);
  return () => texts.off('languageChanged', onChange);
}
