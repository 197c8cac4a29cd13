/** Phone numbers and countries, judged alike by the form and by the server. */
import { getCountries, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';

const PHONE_LENGTH_MAX = 32;
const COUNTRIES: ReadonlySet<string> = new Set(getCountries());

/** ISO 3166-1 alpha-2 in capitals, as far as it has a phone network. */
export function isCountry(code: string): code is CountryCode {
  return COUNTRIES.has(code);
}

/** E.164 (`+819012345678`), or null when it is no number that could be called. Needs the country's code in front. */
export function normalPhone(text: string): string | null {
  if (text.length > PHONE_LENGTH_MAX || !/^\s*[+＋]/.test(text)) return null;
  const phone = parsePhoneNumberFromString(text.normalize('NFKC'));
  return phone?.isValid() && phone.ext === undefined ? phone.number : null;
}

/** Of an E.164 number, without the plus; null of what is none. */
export function callingCodeOf(address: string): string | null {
  return address.startsWith('+') ? (parsePhoneNumberFromString(address)?.countryCallingCode ?? null) : null;
}
