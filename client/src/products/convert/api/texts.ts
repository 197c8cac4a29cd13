/** Texts loaded with the product's screens. */
import type { TextLoader } from '../../../kit/i18n/i18n';
import type english from '../texts/en.json';

declare module '../../../kit/i18n/i18n' {
  interface PartTexts {
    convert: typeof english;
  }
}

export const CONVERT_TEXTS: TextLoader = (language) => import(`../texts/${language}.json`);
