/** Masks for personal data on other people's screens. They show enough to distinguish, and too little to use. */

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

/** Masks an e-mail or a phone. Any other text is masked as a name. */
export function maskedContact(contact: string): string {
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(contact)) return maskedEmail(contact);
  return /^\+?[\d\s()./-]{7,}$/.test(contact) ? maskedPhone(contact) : maskedName(contact);
}

/** `**** 7894`. */
export function maskedCard(lastFour: string): string {
  return `**** ${lastFour}`;
}

/** `al***`: also for self-chosen names. A short name shows half; an empty one stays empty. */
export function maskedName(name: string): string {
  if (name === '') return '';
  const characters = [...name];
  return `${characters.slice(0, Math.min(SHOWN_AT_START, Math.floor(characters.length / 2))).join('')}${HIDDEN}`;
}

/** `****1234`; a short number shows half. */
export function maskedDocumentNumber(number: string): string {
  return `****${endOf(number)}`;
}

/** `***1f3c`: for chain addresses, transactions and codes, which differ in their ends. */
export function maskedEnd(text: string): string {
  return `${HIDDEN}${endOf(text)}`;
}

/** `203.0.***`: the network, as `networkOf` computes it for a device. For IPv6, the first two groups. */
export function maskedNetwork(ip: string): string {
  if (ip === '') return HIDDEN;
  const normalizedIp = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const separator = normalizedIp.includes('.') ? '.' : ':';
  return [...normalizedIp.split(separator).slice(0, SHOWN_AT_START), HIDDEN].join(separator);
}

/** The user agent of a browser, including its version. */
export function maskedUserAgent(): string {
  return HIDDEN;
}

const CONTACTS_IN_TEXT: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+\.[^\s<>"'(),:;@.]+/gu, maskedEmail],
  // Chain addresses, transactions and account numbers. No word of any language without a blank is as long and contains
  // digits.
  [/\b(?=[0-9A-Za-z]*\d)[0-9A-Za-z]{16,}\b/g, maskedEnd],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, maskedNetwork],
  // Phone and card numbers: longer than a date.
  [/\+?\d(?:[\s()/-]{0,2}\d){8,}/g, maskedEnd],
];

/** Masks contacts and identifiers inside a free text. */
export function maskContactsIn(text: string): string {
  return CONTACTS_IN_TEXT.reduce((masked, [pattern, mask]) => masked.replace(pattern, (found) => mask(found)), text);
}

function endOf(text: string): string {
  const characters = [...text];
  const visibleCount = Math.min(SHOWN_AT_END, Math.floor(characters.length / 2));
  return characters.slice(characters.length - visibleCount).join('');
}
