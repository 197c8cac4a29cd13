/** Phone numbers and countries. The form and the server use the same checks. */
import { getCountries, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';

const PHONE_LENGTH_MAX = 32;
const COUNTRIES: ReadonlySet<string> = new Set(getCountries());

/** ISO 3166-1 alpha-2 in capitals, for countries with a phone network. */
export function isCountry(code: string): code is CountryCode {
  return COUNTRIES.has(code);
}

/** E.164 (`+819012345678`), or null if the text is not a valid number. The country code is required. */
export function normalPhone(text: string): string | null {
  if (text.length > PHONE_LENGTH_MAX || !/^\s*[+＋]/.test(text)) return null;
  const phone = parsePhoneNumberFromString(text.normalize('NFKC'));
  return phone?.isValid() && phone.ext === undefined ? phone.number : null;
}

/** Country code of an E.164 number, without the plus; null for other text. */
export function callingCodeOf(address: string): string | null {
  return address.startsWith('+') ? (parsePhoneNumberFromString(address)?.countryCallingCode ?? null) : null;
}
