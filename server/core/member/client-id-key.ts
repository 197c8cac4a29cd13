/** A client id as numbers: up to 36 characters of six bits each, and its length. */
import { broken } from '../rejection';

export const KEY_WORDS = 7;
const CLIENT_ID_MAX = 36;
const BITS = 6;
/** The length is above the characters, in the last word. */
const LENGTH_SHIFT = 24;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const NO_CODE = 255;
const CODES = new Uint8Array(65_536).fill(NO_CODE);
for (let code = 0; code < ALPHABET.length; code++) CODES[ALPHABET.charCodeAt(code)] = code;

/** Writes the key of a client id that the edge has validated; throws for anything else. */
export function packClientId(clientId: string, key: Int32Array): void {
  const { length } = clientId;
  if (length === 0 || length > CLIENT_ID_MAX) broken(`a client id of ${length} characters`);
  let word = 0;
  let bits = 0;
  let filled = 0;
  for (let index = 0; index < length; index++) {
    const code = CODES[clientId.charCodeAt(index)];
    if (code === NO_CODE) broken(`a client id with ${JSON.stringify(clientId[index])}`);
    bits |= code << filled;
    filled += BITS;
    if (filled < 32) continue;
    key[word++] = bits;
    filled -= 32;
    bits = filled === 0 ? 0 : code >>> (BITS - filled);
  }
  while (word < KEY_WORDS) {
    key[word++] = bits;
    bits = 0;
  }
  key[KEY_WORDS - 1] |= length << LENGTH_SHIFT;
}

export function unpackClientId(key: Int32Array, from: number): string {
  const length = key[from + KEY_WORDS - 1] >>> LENGTH_SHIFT;
  let clientId = '';
  for (let index = 0; index < length; index++) {
    const bit = index * BITS;
    const word = from + (bit >>> 5);
    const shift = bit & 31;
    let code = key[word] >>> shift;
    if (shift > 32 - BITS) code |= key[word + 1] << (32 - shift);
    clientId += ALPHABET[code & 63];
  }
  return clientId;
}

/** Hash of 32 bits of an owner and the key at `from`: multiply and xorshift, as in the fingerprints of payloads. */
export function hashOfKey(owner: number, key: Int32Array, from: number): number {
  let hash = Math.imul(owner ^ 0x9e3779b9, 0x85ebca6b);
  for (let word = 0; word < KEY_WORDS; word++) {
    hash = Math.imul(hash ^ key[from + word], 0x85ebca77);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
