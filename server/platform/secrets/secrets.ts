/**
 * Seals secrets so a stolen database or disk does not reveal them. The exchange has a key ring: the first key seals, every key opens.
 * Data about a user are sealed under the user's own key, which is sealed here: see `user-secrets.ts`.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Config } from '../config/config';
import { columnsOf, type Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { SECRETS_KEY_BYTES, secretsKeys } from './key';
import { openWith, SEALED_BY, SealBroken, sealedBy, sealWith } from './seal';

export { SealBroken } from './seal';

const MAC_CONTEXT = 'kept/mac';

export class Secrets {
  private readonly keys: readonly Buffer[];
  private macKey: Buffer;

  constructor(config: Pick<Config, 'secretsKeys' | 'dataDir'>) {
    this.keys = secretsKeys(config);
    // The oldest key, so that macs stay the same when keys are added.
    const oldestKey = this.keys[this.keys.length - 1];
    this.macKey = Buffer.from(hkdfSync('sha256', oldestKey, '', 'mac', SECRETS_KEY_BYTES));
  }

  /** HMAC-SHA-256 in hex, for short values that are only compared: a plain hash of six digits is quickly guessed. */
  mac(text: string, context: string): string {
    return macWith(this.macKey, text, context);
  }

  /** Key for a thread that only computes macs. */
  keyOfMacs(): Uint8Array {
    return this.macKey;
  }

  sealBytes(plainBytes: Uint8Array, context: string): Buffer {
    return sealWith(SEALED_BY.exchange, this.keys[0], plainBytes, context);
  }

  /** Throws SealBroken. */
  openBytes(sealed: Uint8Array, context: string): Buffer {
    if (sealedBy(sealed) !== SEALED_BY.exchange) throw new SealBroken();
    for (const key of this.keys) {
      const plainBytes = openWith(key, sealed, context);
      if (plainBytes) return plainBytes;
    }
    throw new SealBroken();
  }

  /** Base64, for a text column. */
  seal(plainText: string, context: string): string {
    return this.sealBytes(Buffer.from(plainText), context).toString('base64');
  }

  /** Throws SealBroken. */
  open(sealed: string, context: string): string {
    return this.openBytes(Buffer.from(sealed, 'base64'), context).toString();
  }

  /** Whether it is encrypted with the first key of the ring. */
  isNewest(sealed: string, context: string): boolean {
    return openWith(this.keys[0], Buffer.from(sealed, 'base64'), context) !== null;
  }

  /**
   * The mac key outlives the ring it was derived from: permanently compared values, such as the fingerprint of a
   * document, must not change when an old key is removed. Throws if no key of the ring decrypts it, because the ring
   * then belongs to another database.
   */
  async keepMacKey({ sql }: Pick<Database<ExchangeTables>, 'sql'>): Promise<void> {
    await sql
      .insertInto('keptSecrets')
      .values({ name: 'mac', sealed: this.sealBytes(this.macKey, MAC_CONTEXT).toString('base64') })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const { sealed } = await sql
      .selectFrom('keptSecrets')
      .select('sealed')
      .where('name', '=', 'mac')
      .executeTakeFirstOrThrow();
    try {
      this.macKey = this.openBytes(Buffer.from(sealed, 'base64'), MAC_CONTEXT);
    } catch {
      throw new Error('SECRETS_KEY does not open what this database holds: give the key it was sealed with as well');
    }
  }

  /** The same for read-only access, to a database that may be older than the stored key. */
  async readMacKey(database: Database<ExchangeTables>): Promise<void> {
    if ((await columnsOf(database, 'exchange', 'kept_secrets')).size === 0) return;
    const { sql } = database;
    const row = await sql.selectFrom('keptSecrets').select('sealed').where('name', '=', 'mac').executeTakeFirst();
    if (row) this.macKey = this.openBytes(Buffer.from(row.sealed, 'base64'), MAC_CONTEXT);
  }

  /** Encrypts the mac key with the first key of the ring; returns whether that changed anything. */
  async resealMacKey({ sql }: Pick<Database<ExchangeTables>, 'sql'>): Promise<boolean> {
    const row = await sql.selectFrom('keptSecrets').select('sealed').where('name', '=', 'mac').executeTakeFirst();
    if (!row || this.isNewest(row.sealed, MAC_CONTEXT)) return false;
    const sealed = this.sealBytes(this.openBytes(Buffer.from(row.sealed, 'base64'), MAC_CONTEXT), MAC_CONTEXT);
    await sql
      .updateTable('keptSecrets')
      .set({ sealed: sealed.toString('base64') })
      .where('name', '=', 'mac')
      .where('sealed', '=', row.sealed)
      .execute();
    return true;
  }
}

export function macWith(key: Uint8Array, text: string, context: string): string {
  return createHmac('sha256', key).update(`${context}\0${text}`).digest('hex');
}

/** Uses the mac key stored in the database. */
export async function openSecrets(
  config: Pick<Config, 'secretsKeys' | 'dataDir'>,
  database: Pick<Database<ExchangeTables>, 'sql'>,
): Promise<Secrets> {
  const secrets = new Secrets(config);
  await secrets.keepMacKey(database);
  return secrets;
}
