/** Numbers of documents: how they are compared. */

/** Letters and digits of any script; what stands between them is how somebody writes it. */
const NUMBER = /^[\p{L}\p{N}]{4,30}$/u;

/** In capitals, without spaces and signs, or null when it cannot be a number. */
export function normalDocumentNumber(text: string): string | null {
  const number = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return NUMBER.test(number) ? number : null;
}
