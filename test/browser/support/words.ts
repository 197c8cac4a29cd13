/** The words on the screen, by the names the client knows them by: a test survives better wording. */
import { joinedTexts, type TextName } from '../../../client/src/shared/i18n/joined-texts';
import * as contract from '../../../client/src/shared/i18n/contract/en';
import earn from '../../../client/src/shared/i18n/texts/earn/en.json';
import option from '../../../client/src/shared/i18n/texts/option/en.json';
import referral from '../../../client/src/shared/i18n/texts/referral/en.json';
import robot from '../../../client/src/shared/i18n/texts/robot/en.json';
import * as english from '../../../client/src/shared/i18n/texts/en';

export const texts = joinedTexts(english);

/** Those of another language, whose texts are given. */
export function wordsIn(language: Readonly<Record<string, string>>) {
  return (key: TextName, facts: Readonly<Record<string, string>> = {}): string =>
    language[key].replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => facts[name] ?? '');
}

export const words = wordsIn(texts);

type Contract = typeof contract;
type ContractName = { [Area in keyof Contract]: keyof Contract[Area] }[keyof Contract];

/** Those of contracts, which come with their screens. */
const contractTexts: Readonly<Record<string, string>> = joinedTexts(contract);

export function contractWords(key: ContractName, facts: Readonly<Record<string, string>> = {}): string {
  return contractTexts[key].replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => facts[name] ?? '');
}

/** Those of second contracts, which come with theirs. */
export function optionWords(key: keyof typeof option, facts: Readonly<Record<string, string>> = {}): string {
  return option[key].replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => facts[name] ?? '');
}

/** Those of financial products. */
export function earnWords(key: keyof typeof earn, facts: Readonly<Record<string, string>> = {}): string {
  return earn[key].replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => facts[name] ?? '');
}

/** Those of invitations. */
export function referralWords(key: keyof typeof referral, facts: Readonly<Record<string, string>> = {}): string {
  return referral[key].replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => facts[name] ?? '');
}

/** Those of robots. */
export function robotWords(key: keyof typeof robot, facts: Readonly<Record<string, string>> = {}): string {
  return robot[key].replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => facts[name] ?? '');
}
