/** AES-256-GCM over bytes. A seal names its context: a value copied into another row or column does not open. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes that sealing adds. */
const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** The first byte of everything sealed: under a key of the exchange, or under one of a user. */
export const SEALED_BY = { exchange: 1, user: 2 } as const;
export type SealedBy = (typeof SEALED_BY)[keyof typeof SEALED_BY];

/** What was to be opened is not what was sealed: another key, another context, or changed bytes. */
export class SealBroken extends Error {
  constructor() {
    super('sealed bytes do not open: another key or context, or they were changed');
  }
}

/** kind of key ‖ nonce ‖ ciphertext ‖ tag: 29 bytes longer than the plain bytes. */
export function sealWith(by: SealedBy, key: Buffer, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([Buffer.of(by), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** By which kind of key; undefined for what nobody sealed. */
export function sealedBy(sealed: Uint8Array): SealedBy | undefined {
  if (sealed.length < OVERHEAD_BYTES) return undefined;
  return Object.values(SEALED_BY).find((by) => by === sealed[0]);
}

/** Null when it does not open. */
export function openWith(key: Buffer, sealed: Uint8Array, context: string): Buffer | null {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
