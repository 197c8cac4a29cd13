/** The words on the screen, by the names the client knows them by: a test survives better wording. */
import { joinedTexts, type TextName } from '../../../client/src/shared/i18n/joined-texts';
import * as english from '../../../client/src/shared/i18n/texts/en';

export const texts = joinedTexts(english);

/** Those of another language, whose texts are given. */
export function wordsIn(language: Readonly<Record<string, string>>) {
  return (key: TextName, facts: Readonly<Record<string, string>> = {}): string =>
    language[key].replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => facts[name] ?? '');
}

export const words = wordsIn(texts);
