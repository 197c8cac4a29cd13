/**
 * What must not be readable in a stolen database or disk — secrets of authenticators, document numbers, photos — is sealed
 * with AES-256-GCM. A seal names its context (`totp/10000001`): a value copied into another row or column does not open.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config';
import { CONFIG } from '../tokens';
import { SECRETS_KEY_BYTES, secretsKey } from './key';

const ALGORITHM = 'aes-256-gcm';
/** The first byte of everything sealed, so that another algorithm can follow. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes that sealing adds. */
const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** What was to be opened is not what was sealed: another key, another context, or changed bytes. */
export class SealBroken extends Error {
  constructor() {
    super('sealed bytes do not open: another key or context, or they were changed');
  }
}

@Injectable()
export class Secrets {
  private readonly key: Buffer;
  private readonly macKey: Buffer;

  constructor(@Inject(CONFIG) config: Pick<Config, 'secretsKey' | 'dataDir'>) {
    this.key = secretsKey(config);
    this.macKey = Buffer.from(hkdfSync('sha256', this.key, '', 'mac', SECRETS_KEY_BYTES));
  }

  /** HMAC-SHA-256 in hex, for what is short and only ever compared: six digits under a plain hash are soon guessed. */
  mac(text: string, context: string): string {
    return createHmac('sha256', this.macKey).update(`${context}\0${text}`).digest('hex');
  }

  /** version ‖ nonce ‖ ciphertext ‖ tag: 29 bytes longer than the plain bytes. */
  sealBytes(plain: Uint8Array, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context));
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws SealBroken. */
  openBytes(sealed: Uint8Array, context: string): Buffer {
    if (sealed.length < OVERHEAD_BYTES || sealed[0] !== VERSION) throw new SealBroken();
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
    const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new SealBroken();
    }
  }

  /** For a text column: base64. */
  seal(plain: string, context: string): string {
    return this.sealBytes(Buffer.from(plain), context).toString('base64');
  }

  /** Throws SealBroken. */
  open(sealed: string, context: string): string {
    return this.openBytes(Buffer.from(sealed, 'base64'), context).toString();
  }
}
