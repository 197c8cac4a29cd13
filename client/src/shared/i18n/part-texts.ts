/** Texts that come with the screens that show them. */
import { needTexts, type TextLoader } from './i18n';

export const CONTRACT_TEXTS: TextLoader = (language) => import(`./texts/contract/${language}.json`);
export const EARN_TEXTS: TextLoader = (language) => import(`./texts/earn/${language}.json`);
export const OPTION_TEXTS: TextLoader = (language) => import(`./texts/option/${language}.json`);
export const PROOF_TEXTS: TextLoader = (language) => import(`./texts/proof/${language}.json`);
export const REFERRAL_TEXTS: TextLoader = (language) => import(`./texts/referral/${language}.json`);
export const ROBOT_TEXTS: TextLoader = (language) => import(`./texts/robot/${language}.json`);
export const STAFF_TEXTS: TextLoader = (language) => import(`./texts/staff/${language}.json`);

/** A loader of a part and of its texts, at once. */
export function withTexts<T>(texts: readonly TextLoader[], load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const [part] = await Promise.all([load(), ...texts.map(needTexts)]);
    return part;
  };
}
