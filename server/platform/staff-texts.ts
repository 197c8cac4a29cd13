/**
 * Texts by staff: settings of the desk, the house's bank account, reasons. The journal has a keyed hash of each; the
 * text is stored here. A text changed here does not match its hash and counts as lost.
 */
import { Inject, Injectable } from '@nestjs/common';
import { isTextHash, macInTextHash, textHashOf } from '../../shared/products/content/rules/text-hashes';
import { reasonOf as catalogued } from '../../shared/rules/staff-reasons';
import type { Database } from './database/database';
import type { ExchangeTables } from './database/exchange-tables';
import { Secrets } from './secrets/secrets';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from './tokens';

/** The kind under which a reason is stored. */
export const REASON = 'reason';
/** Form of reasons in proposals when only these were hashed. */
const BARE_HASH = /^[0-9a-f]{64}$/;
const HASHES_AT_ONCE = 500;

/** Returns the text of a reason's hash from the journal; a hash without a stored text is returned unchanged. */
export type ReasonOf = <R extends string | null>(reason: R) => R;

@Injectable()
export class StaffTexts {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Pick<Database<ExchangeTables>, 'sql'>,
    private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The hash in the journal. `kind` is `reason` or the name of a setting. */
  hashOf(kind: string, text: string): string {
    return this.secrets.mac(text, `staff/${kind}`);
  }

  async keep(kind: string, text: string): Promise<string> {
    const hash = this.hashOf(kind, text);
    await this.database.sql
      .insertInto('staffTexts')
      .values({ hash, text, at: this.clock() })
      // Overwrites the row, because it may have been changed.
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ text }))
      .execute();
    return hash;
  }

  /** Stores a reason. Returns its form in the journal. */
  async keepReason(text: string): Promise<string> {
    // A catalogue reason without additions is not personal and needs no hash.
    if (catalogued(text)?.added === '') return text;
    return textHashOf(Buffer.from(await this.keep(REASON, text), 'hex').toString('base64url'));
  }

  /** Loads the texts of these reasons. */
  async reasonsIn(reasons: readonly (string | null)[]): Promise<ReasonOf> {
    const hashes = new Map<string, string>();
    for (const reason of reasons) {
      const hash = reason === null ? null : hashIn(reason);
      if (reason !== null && hash !== null) hashes.set(reason, hash);
    }
    const texts = new Map<string, string>();
    const uniqueHashes = [...new Set(hashes.values())];
    for (let start = 0; start < uniqueHashes.length; start += HASHES_AT_ONCE) {
      const rows = this.database.sql.selectFrom('staffTexts').select(['hash', 'text']);
      const found = await rows.where('hash', 'in', uniqueHashes.slice(start, start + HASHES_AT_ONCE)).execute();
      for (const { hash, text } of found) if (this.hashOf(REASON, text) === hash) texts.set(hash, text);
    }
    return (reason) => (texts.get(hashes.get(reason ?? '') ?? '') ?? reason) as typeof reason;
  }

  async reasonOf(reason: string): Promise<string> {
    return (await this.reasonsIn([reason]))(reason);
  }

  /** Null if no text has that hash. */
  async textOf(kind: string, hash: string): Promise<string | null> {
    const rows = this.database.sql.selectFrom('staffTexts').select('text').where('hash', '=', hash);
    const text = (await rows.executeTakeFirst())?.text ?? null;
    return text !== null && this.hashOf(kind, text) === hash ? text : null;
  }
}

/** The hash in a reason; null for a plain text. */
function hashIn(reason: string): string | null {
  if (isTextHash(reason)) return Buffer.from(macInTextHash(reason), 'base64url').toString('hex');
  return BARE_HASH.test(reason) ? reason : null;
}
