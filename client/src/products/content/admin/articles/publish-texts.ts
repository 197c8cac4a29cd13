import type { TextLoader } from '../../../../kit/i18n/i18n';

/** A separate file, so that only the admin loads this table of imports. */
export const PUBLISH_TEXTS: TextLoader = (language) => import(`../../../../kit/i18n/texts/publish/${language}.json`);
