/** The founding year: the Chinese texts and the others disagree, and the desk may settle it. */
import type { Language } from '../../../../shared/wire/languages';

const YEAR_OF_LANGUAGE: Readonly<Partial<Record<Language, string>>> = { zh: '2001', tc: '2001' };
const DEFAULT_YEAR = '2017';
const PLACEHOLDER = '{{year}}';

/** `configured` is the setting `about_year`; anything except a year counts as not set. */
export function withYear(body: string, language: Language, configured: string): string {
  const year = /^\d{4}$/.test(configured) ? configured : (YEAR_OF_LANGUAGE[language] ?? DEFAULT_YEAR);
  return body.replaceAll(PLACEHOLDER, year);
}
