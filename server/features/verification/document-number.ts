/** Numbers of documents: how they are compared, and how much of one its owner's screen shows. */

/** Letters and digits of any script; what stands between them is how somebody writes it. */
const NUMBER = /^[\p{L}\p{N}]{4,30}$/u;
const SHOWN_AT_END = 4;

/** In capitals, without spaces and signs, or null when it cannot be a number. */
export function normalDocumentNumber(text: string): string | null {
  const number = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return NUMBER.test(number) ? number : null;
}

/** `****1234`; of a number that is short half is shown. */
export function maskedDocumentNumber(number: string): string {
  const characters = [...number];
  const shown = Math.min(SHOWN_AT_END, Math.floor(characters.length / 2));
  return `****${characters.slice(characters.length - shown).join('')}`;
}
