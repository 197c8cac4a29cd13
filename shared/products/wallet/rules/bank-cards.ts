/** Card numbers, and equality of two persons' names. The form and the server use the same rules. */

const CARD_NUMBER = /^\d{12,19}$/;

/** Digits only, with the check digit of ISO/IEC 7812 (Luhn), since a typing error would pay another person. */
export function isCardNumber(digits: string): boolean {
  if (!CARD_NUMBER.test(digits) || /^0+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => total + luhnValue(Number(digit), index), 0);
  return sum % 10 === 0;
}

/** From the right, every second digit is doubled, and a two-digit result counts as the sum of its digits. */
function luhnValue(digit: number, index: number): number {
  if (index % 2 === 0) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}

/** Ignores character width, spacing and case. */
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
