/** What a user writes on a bank transfer, so that it says whose money it is. */

const PREFIX = 'OX';
const REFERENCE = /^OX-?(\d{1,12})-?(\d)$/;

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

/** The check digit of ISO/IEC 7812 (Luhn): every wrong digit and nearly every swapped pair shows. */
function checkDigitOf(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + worthOf(Number(digit), index), 0);
  return (10 - (sum % 10)) % 10;
}

function worthOf(digit: number, index: number): number {
  if (index % 2 === 1) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}
