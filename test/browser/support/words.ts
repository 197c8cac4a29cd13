/** The words on the screen, by the names the client knows them by: a test survives better wording. */
import { joinedTexts } from '../../../client/src/shared/i18n/joined-texts';
import contract from '../../../client/src/shared/i18n/texts/contract/en.json';
import earn from '../../../client/src/shared/i18n/texts/earn/en.json';
import option from '../../../client/src/shared/i18n/texts/option/en.json';
import referral from '../../../client/src/shared/i18n/texts/referral/en.json';
import robot from '../../../client/src/shared/i18n/texts/robot/en.json';
import * as english from '../../../client/src/shared/i18n/texts/en';

export const texts = joinedTexts(english);

/** Those of one table: of another language, or of a part. */
export function wordsIn<Name extends string>(table: Readonly<Record<Name, string>>) {
  return (key: Name, facts: Readonly<Record<string, string>> = {}): string =>
    table[key].replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => facts[name] ?? '');
}

export const words = wordsIn(texts);
export const contractWords = wordsIn(contract);
export const optionWords = wordsIn(option);
export const earnWords = wordsIn(earn);
export const referralWords = wordsIn(referral);
export const robotWords = wordsIn(robot);
