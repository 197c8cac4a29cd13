/** Texts of the screens by their names in the client, so that tests survive changes of wording. */
import { joinedTexts } from '../../../client/src/kit/i18n/joined-texts';
import contract from '../../../client/src/kit/i18n/texts/contract/en.json';
import convert from '../../../client/src/products/convert/texts/en.json';
import earn from '../../../client/src/products/earn/texts/en.json';
import option from '../../../client/src/products/option/texts/en.json';
import referral from '../../../client/src/products/referral/texts/en.json';
import robot from '../../../client/src/products/robot/texts/en.json';
import staff from '../../../client/src/kit/i18n/texts/staff/en.json';
import * as english from '../../../client/src/kit/i18n/texts/en';

export const texts = joinedTexts(english);

/** Texts of one table: another language, or a part of the client. */
export function wordsIn<Name extends string>(table: Readonly<Record<Name, string>>) {
  return (key: Name, facts: Readonly<Record<string, string>> = {}): string =>
    table[key].replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => facts[name] ?? '');
}

export const words = wordsIn(texts);
export const contractWords = wordsIn(contract);
export const optionWords = wordsIn(option);
export const convertWords = wordsIn(convert);
export const earnWords = wordsIn(earn);
export const referralWords = wordsIn(referral);
export const robotWords = wordsIn(robot);
export const staffWords = wordsIn(staff);
