/**
 * A user's data is encrypted with the user's own key, which is encrypted with the exchange's. Once the user's key is
 * deleted, the data can never be decrypted, wherever copies exist.
 */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { EXCHANGE_DATABASE } from '../tokens';
import { SECRETS_KEY_BYTES } from './key';
import { openWith, SEALED_BY, SealBroken, sealedBy, sealWith } from './seal';
import { Secrets } from './secrets';

/** The least recently used key is evicted and read again on demand. */
const REMEMBERED_MAX = 10_000;

/** Encrypts and decrypts one user's data synchronously. */
export class UserSeal {
  constructor(
    private readonly key: Buffer,
    private readonly secrets: Secrets,
  ) {}

  sealBytes(plainBytes: Uint8Array, context: string): Buffer {
    return sealWith(SEALED_BY.user, this.key, plainBytes, context);
  }

  /** Also decrypts values from before users had keys. Throws SealBroken. */
  openBytes(sealed: Uint8Array, context: string): Buffer {
    if (sealedBy(sealed) === SEALED_BY.exchange) return this.secrets.openBytes(sealed, context);
    const plainBytes = sealedBy(sealed) === SEALED_BY.user ? openWith(this.key, sealed, context) : null;
    if (!plainBytes) throw new SealBroken();
    return plainBytes;
  }

  /** Base64, for a text column. */
  seal(plainText: string, context: string): string {
    return this.sealBytes(Buffer.from(plainText), context).toString('base64');
  }

  /** Throws SealBroken. */
  open(sealed: string, context: string): string {
    return this.openBytes(Buffer.from(sealed, 'base64'), context).toString();
  }
}

@Injectable()
export class UserSecrets {
  private readonly keys = new Map<number, Buffer>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Pick<Database<ExchangeTables>, 'sql'>,
    private readonly secrets: Secrets,
  ) {}

  /** Call before a transaction begins, because it may write the user's key. */
  async sealOf(userId: number): Promise<UserSeal> {
    const key = this.keys.get(userId) ?? (await this.load(userId)) ?? (await this.make(userId));
    this.keys.delete(userId);
    if (this.keys.size >= REMEMBERED_MAX) this.keys.delete(this.keys.keys().next().value as number);
    this.keys.set(userId, key);
    return new UserSeal(key, this.secrets);
  }

  /** Call after the key's row is deleted. */
  forget(userId: number): void {
    this.keys.delete(userId);
  }

  private async load(userId: number): Promise<Buffer | null> {
    const row = await this.database.sql
      .selectFrom('userKeys')
      .select('sealedKey')
      .where('userId', '=', userId)
      .executeTakeFirst();
    return row ? this.secrets.openBytes(Buffer.from(row.sealedKey, 'base64'), userKeyContext(userId)) : null;
  }

  /** A concurrent request may be first; the stored row decides which key counts. */
  private async make(userId: number): Promise<Buffer> {
    const sealed = this.secrets.sealBytes(randomBytes(SECRETS_KEY_BYTES), userKeyContext(userId));
    await this.database.sql
      .insertInto('userKeys')
      .values({ userId, sealedKey: sealed.toString('base64') })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .execute();
    return (await this.load(userId)) as Buffer;
  }
}

export function userKeyContext(userId: number): string {
  return `user-key/${userId}`;
}
