/** What a card number is, and when two names are one person's: judged alike by the form and by the server. */

const CARD_NUMBER = /^\d{12,19}$/;

/** Digits alone, with the check digit of ISO/IEC 7812 (Luhn): a slip of the finger would pay somebody else. */
export function isCardNumber(digits: string): boolean {
  if (!CARD_NUMBER.test(digits) || /^0+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => total + worthOf(Number(digit), index), 0);
  return sum % 10 === 0;
}

/** From the right, every second digit counts double, and what that makes of two digits counts as their sum. */
function worthOf(digit: number, index: number): number {
  if (index % 2 === 0) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}

/** However wide, spaced or capitalised they are written. */
export function sameName(one: string, other: string): boolean {
  return normalName(one) === normalName(other);
}

function normalName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s·•・]+/gu, ' ')
    .trim();
}
