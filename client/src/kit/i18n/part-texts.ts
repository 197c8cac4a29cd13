/** Texts that come with the screens that show them. */
import { loadTexts, type TextLoader } from './i18n';

export const CONTRACT_TEXTS: TextLoader = (language) => import(`./texts/contract/${language}.json`);
export const PROOF_TEXTS: TextLoader = (language) => import(`./texts/proof/${language}.json`);
export const STAFF_TEXTS: TextLoader = (language) => import(`./texts/staff/${language}.json`);

/** Loads a part together with its texts. */
export function withTexts<T>(texts: readonly TextLoader[], load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const [part] = await Promise.all([load(), ...texts.map(loadTexts)]);
    return part;
  };
}
