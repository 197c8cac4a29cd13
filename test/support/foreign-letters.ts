/** Letters that do not occur in texts of a language. They show by their script that a text is in another language. */
import type { Language } from '../../shared/wire/languages';

const OWN: Readonly<Record<Language, string>> = {
  en: '',
  ep: '',
  il: '',
  pt: '',
  zh: String.raw`\p{Script=Han}`,
  tc: String.raw`\p{Script=Han}`,
  jp: String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`,
  kr: String.raw`\p{Script=Hangul}`,
  ti: String.raw`\p{Script=Thai}`,
};

/** Latin letters occur everywhere: names of coins and of services. */
export function foreignLetters(language: Language, text: string): string[] {
  return text.match(new RegExp(String.raw`[^\P{L}\p{Script=Latin}\p{Script=Common}${OWN[language]}]`, 'gu')) ?? [];
}
