/** The journal forgets nothing, so it holds no words of people: a keyed hash in their place, and its form says that it is one. */

/** With which each begins. */
export const TEXT_HASH_PREFIX = 'h1:';
/** Behind it the base64url of 32 bytes. */
const FORM = /^h1:[A-Za-z0-9_-]{43}$/;

export function isTextHash(text: string): boolean {
  return FORM.test(text);
}

/** `mac`: 32 bytes in base64url. */
export function textHashOf(mac: string): string {
  return TEXT_HASH_PREFIX + mac;
}

/** Of one that is. */
export function macInTextHash(hash: string): string {
  return hash.slice(TEXT_HASH_PREFIX.length);
}
