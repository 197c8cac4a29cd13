/**
 * The journal is never erased, so it must not contain people's own words. It contains a keyed hash instead, whose form
 * is recognisable.
 */

export const TEXT_HASH_PREFIX = 'h1:';
/** The prefix, then the base64url form of 32 bytes. */
const FORM = /^h1:[A-Za-z0-9_-]{43}$/;

export function isTextHash(text: string): boolean {
  return FORM.test(text);
}

/** `mac`: 32 bytes in base64url. */
export function textHashOf(mac: string): string {
  return TEXT_HASH_PREFIX + mac;
}

export function macInTextHash(hash: string): string {
  return hash.slice(TEXT_HASH_PREFIX.length);
}
