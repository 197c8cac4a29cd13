/** Letters that no text of a language has: what was written in another one shows by its script. */
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

/** Latin letters stand everywhere: names of coins and of services. */
export function foreignLetters(language: Language, text: string): string[] {
  return text.match(new RegExp(String.raw`[^\P{L}\p{Script=Latin}\p{Script=Common}${OWN[language]}]`, 'gu')) ?? [];
}
