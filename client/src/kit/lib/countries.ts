/** Countries and their dialling codes, named in the user's language. */
import { getCountries, getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min';
import { HTML_LANG, type Language } from '../../../../shared/wire/languages';

export interface Country {
  code: CountryCode;
  name: string;
  /** Dialling code, such as `+81`. */
  dial: string;
}

/** Default country per language: the one with most speakers. */
const COUNTRY_OF: Readonly<Record<Language, CountryCode>> = {
  zh: 'CN',
  en: 'US',
  tc: 'TW',
  jp: 'JP',
  ti: 'TH',
  kr: 'KR',
  ep: 'ES',
  il: 'IT',
  pt: 'PT',
};

const countriesByLanguage = new Map<Language, readonly Country[]>();

/** Sorted by the language's collation. */
export function countriesIn(language: Language): readonly Country[] {
  const cached = countriesByLanguage.get(language) ?? namedCountries(language);
  countriesByLanguage.set(language, cached);
  return cached;
}

export function countryName(code: string, language: Language): string {
  return namesIn(language).of(code) ?? code;
}

export function likelyCountry(language: Language): CountryCode {
  return COUNTRY_OF[language];
}

function namedCountries(language: Language): readonly Country[] {
  const names = namesIn(language);
  const { compare } = new Intl.Collator(HTML_LANG[language]);
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, dial: `+${getCountryCallingCode(code)}` }))
    .sort((a, b) => compare(a.name, b.name));
}

function namesIn(language: Language): Intl.DisplayNames {
  return new Intl.DisplayNames(HTML_LANG[language], { type: 'region' });
}
