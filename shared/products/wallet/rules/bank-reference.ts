/** What a user writes on a bank transfer, so that it says whose money it is, and what the bank itself calls it. */

const PREFIX = 'OX';
const REFERENCE = /^OX-?(\d{1,12})-?(\d)$/;
const BANK = 'bank/';

/** `OX-10000001-5`: the user id and a check digit, so that a slip of the pen is nobody's reference. */
export function bankReferenceOf(user: number): string {
  return `${PREFIX}-${user}-${checkDigitOf(String(user))}`;
}

/** The user whom a reference names, however it is written; null when it names nobody. */
export function userOfBankReference(text: string): number | null {
  const match = REFERENCE.exec(text.toUpperCase().replace(/\s/g, ''));
  if (!match) return null;
  return checkDigitOf(match[1]) === Number(match[2]) ? Number(match[1]) : null;
}

/**
 * `bank/AB12`: under what a bank's own number is credited, once for ever, however it is spaced, cased and typed. A reference
 * of anything else is left as it is; null for `bank/` with no number behind it.
 */
export function creditReferenceOf(text: string): string | null {
  const written = text.normalize('NFKC').replace(/[\s\p{C}]/gu, '');
  if (!written.toLowerCase().startsWith(BANK)) return text;
  const number = written.slice(BANK.length).toUpperCase();
  return number === '' ? null : `${BANK}${number}`;
}

/** The bank's own number in the reference of what came by bank transfer; null for what came otherwise. */
export function bankNumberOf(reference: string): string | null {
  return reference.startsWith(BANK) ? reference.slice(BANK.length) : null;
}

/** The check digit of ISO/IEC 7812 (Luhn): every wrong digit and nearly every swapped pair shows. */
function checkDigitOf(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + worthOf(Number(digit), index), 0);
  return (10 - (sum % 10)) % 10;
}

function worthOf(digit: number, index: number): number {
  if (index % 2 === 1) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}
