/** What of personal data may stand on a screen that somebody else sees: enough to tell one from another, too little to use. */

const SHOWN_AT_END = 4;
const SHOWN_AT_START = 2;
const HIDDEN = '***';

/** `so***@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.max(0, Math.min(SHOWN_AT_START, at - 1)))}${HIDDEN}${email.slice(at)}`;
}

/** `+81****5678`. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, SHOWN_AT_START + 1)}****${phone.slice(-SHOWN_AT_END)}`;
}

/** Of an e-mail or a phone, or what somebody left as one: anything else is shown as little of as of a name. */
export function maskedContact(contact: string): string {
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(contact)) return maskedEmail(contact);
  return /^\+?[\d\s()./-]{7,}$/.test(contact) ? maskedPhone(contact) : maskedName(contact);
}

/** `**** 7894`. */
export function maskedCard(lastFour: string): string {
  return `**** ${lastFour}`;
}

/** `al***`: also of a name that somebody chose. Of a short one half, and nothing of none. */
export function maskedName(name: string): string {
  if (name === '') return '';
  const characters = [...name];
  return `${characters.slice(0, Math.min(SHOWN_AT_START, Math.floor(characters.length / 2))).join('')}${HIDDEN}`;
}

/** `****1234`; of a number that is short half is shown. */
export function maskedDocumentNumber(number: string): string {
  return `****${endOf(number)}`;
}

/** `***1f3c`: of addresses of chains, transactions and codes, which their ends tell from another. */
export function maskedEnd(text: string): string {
  return `${HIDDEN}${endOf(text)}`;
}

/** `203.0.***`: the network, as `networkOf` has it of a device; of IPv6 the first two groups. */
export function maskedNetwork(ip: string): string {
  if (ip === '') return HIDDEN;
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const separator = plain.includes('.') ? '.' : ':';
  return [...plain.split(separator).slice(0, SHOWN_AT_START), HIDDEN].join(separator);
}

/** What a browser says of itself, down to its version. */
export function maskedUserAgent(): string {
  return HIDDEN;
}

const IN_TEXT: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+\.[^\s<>"'(),:;@.]+/gu, maskedEmail],
  // Addresses of chains, transactions, numbers of accounts: no word of any language is as long without a blank and has digits in it.
  [/\b(?=[0-9A-Za-z]*\d)[0-9A-Za-z]{16,}\b/g, maskedEnd],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, maskedNetwork],
  // Of phones and cards: longer than a date.
  [/\+?\d(?:[\s()/-]{0,2}\d){8,}/g, maskedEnd],
];

/** A text that somebody wrote, with what identifies or reaches a person in it masked where it is. */
export function maskedWithin(text: string): string {
  return IN_TEXT.reduce((said, [pattern, mask]) => said.replace(pattern, (found) => mask(found)), text);
}

function endOf(text: string): string {
  const characters = [...text];
  const shown = Math.min(SHOWN_AT_END, Math.floor(characters.length / 2));
  return characters.slice(characters.length - shown).join('');
}
