/** Normalises document numbers for comparison. */

/** Letters and digits of any script; separators are a matter of spelling. */
const NUMBER = /^[\p{L}\p{N}]{4,30}$/u;

/** Upper case without spaces and signs; null if it cannot be a number. */
export function normalDocumentNumber(text: string): string | null {
  const number = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return NUMBER.test(number) ? number : null;
}
