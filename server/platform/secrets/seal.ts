/** AES-256-GCM over bytes. The context is authenticated: a value copied into another row or column does not decrypt. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes added by encryption. */
const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** The first byte of every encrypted value: the kind of key. */
export const SEALED_BY = { exchange: 1, user: 2 } as const;
export type SealedBy = (typeof SEALED_BY)[keyof typeof SEALED_BY];

/** The value does not decrypt: another key, another context, or changed bytes. */
export class SealBroken extends Error {
  constructor() {
    super('sealed bytes do not open: another key or context, or they were changed');
  }
}

/** kind of key ‖ nonce ‖ ciphertext ‖ tag: 29 bytes longer than the plain bytes. */
export function sealWith(keyKind: SealedBy, key: Buffer, plainBytes: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([Buffer.of(keyKind), nonce, cipher.update(plainBytes), cipher.final(), cipher.getAuthTag()]);
}

/** The kind of key; undefined for bytes that are not an encrypted value. */
export function sealedBy(sealed: Uint8Array): SealedBy | undefined {
  if (sealed.length < OVERHEAD_BYTES) return undefined;
  return Object.values(SEALED_BY).find((keyKind) => keyKind === sealed[0]);
}

/** Null if it does not decrypt. */
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
