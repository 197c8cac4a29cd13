import type { TextLoader } from '../../../shared/i18n/i18n';

/** In a file of its own, so that only the desk loads its table of files. */
export const PUBLISH_TEXTS: TextLoader = (language) => import(`../../../shared/i18n/texts/publish/${language}.json`);
