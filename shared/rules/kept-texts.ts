/** The journal forgets nothing, so it holds no words of people: a keyed hash in their place, and its form says that it is one. */

/** `h1:` and the base64url of 32 bytes. */
const FORM = /^h1:[A-Za-z0-9_-]{43}$/;

export function isTextHash(text: string): boolean {
  return FORM.test(text);
}
