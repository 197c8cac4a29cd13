/** The user's reference on a bank transfer, which identifies the user, and the bank's own reference. */

const PREFIX = 'OX';
const REFERENCE = /^OX-?(\d{1,12})-?(\d)$/;
const BANK = 'bank/';

/** `OX-10000001-5`: the user id and a check digit, so that a typing error matches no user. */
export function bankReferenceOf(user: number): string {
  return `${PREFIX}-${user}-${checkDigitOf(String(user))}`;
}

/** The user of a reference in any spelling; null if there is none. */
export function userOfBankReference(text: string): number | null {
  const match = REFERENCE.exec(text.toUpperCase().replace(/\s/g, ''));
  if (!match) return null;
  return checkDigitOf(match[1]) === Number(match[2]) ? Number(match[1]) : null;
}

/**
 * `bank/AB12`: the key under which a bank's own number is credited only once, whatever its spaces, case and character
 * width. Other references stay unchanged. Null for `bank/` without a number.
 */
export function creditReferenceOf(text: string): string | null {
  const normalized = text.normalize('NFKC').replace(/[\s\p{C}]/gu, '');
  if (!normalized.toLowerCase().startsWith(BANK)) return text;
  const number = normalized.slice(BANK.length).toUpperCase();
  return number === '' ? null : `${BANK}${number}`;
}

/** The bank's own number in the reference of a bank transfer; null for other deposits. */
export function bankNumberOf(reference: string): string | null {
  return reference.startsWith(BANK) ? reference.slice(BANK.length) : null;
}

/** The check digit of ISO/IEC 7812 (Luhn). It detects every wrong digit and nearly every swapped pair. */
function checkDigitOf(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + luhnValue(Number(digit), index), 0);
  return (10 - (sum % 10)) % 10;
}

function luhnValue(digit: number, index: number): number {
  if (index % 2 === 1) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}
