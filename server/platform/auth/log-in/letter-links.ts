/**
 * Links in letters that stop a withdrawal or lock an account without a log-in, so a user without access can act at once. A link holds 256
 * random bits; the database stores only the hash. It is valid once, for a week, for one account and at most one withdrawal. The token is
 * in the URL's fragment, which browsers do not send.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LETTER_LINK_PATH } from '../../../../shared/products/identity/letter-links';
import type { Config } from '../../config/config';
import type { Database } from '../../database/database';
import type { ExchangeTables } from '../../database/exchange-tables';
import type { LetterLinkRow } from '../../database/security-tables';
import { Refusal } from '../../errors/refusal';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../tokens';

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;
const GOOD_MS = 7 * DAY_MS;
/** Retention after expiry in ms, during which an expired link is distinguished from an unknown one. */
const REMEMBERED_MS = 30 * DAY_MS;

export interface LetterLink {
  url: string;
  expiresAt: number;
}

@Injectable()
export class LetterLinks {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl' | 'port'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** `withdrawal`: the subject of the letter; null for a letter about the account. */
  async issue(userId: number, withdrawal: number | null): Promise<LetterLink> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const createdAt = this.clock();
    const expiresAt = createdAt + GOOD_MS;
    await this.database.sql
      .deleteFrom('letterLinks')
      .where('expiresAt', '<=', createdAt - REMEMBERED_MS)
      .execute();
    const row = { tokenHash: hashOf(token), userId, withdrawal, createdAt, expiresAt, usedAt: null };
    await this.database.sql.insertInto('letterLinks').values(row).execute();
    // Without a public address, browsers reach the exchange on localhost.
    const origin = this.config.publicUrl ?? `http://localhost:${this.config.port}`;
    return { url: `${origin}${LETTER_LINK_PATH}#${token}`, expiresAt };
  }

  /** Refuses `letter.link.unknown`, `letter.link.used` with `usedAt`, and `letter.link.expired`. */
  async find(token: string): Promise<LetterLinkRow> {
    const links = this.database.sql.selectFrom('letterLinks').selectAll();
    const row = await links.where('tokenHash', '=', hashOf(token)).executeTakeFirst();
    if (!row) throw new Refusal('letter.link.unknown');
    if (row.usedAt !== null) throw new Refusal('letter.link.used', { usedAt: row.usedAt });
    if (row.expiresAt <= this.clock()) throw new Refusal('letter.link.expired');
    return row;
  }

  /** Refuses `letter.link.used` if a concurrent request used it first. */
  async use({ tokenHash }: LetterLinkRow): Promise<void> {
    const usedAt = this.clock();
    const used = await this.database.sql
      .updateTable('letterLinks')
      .set({ usedAt })
      .where('tokenHash', '=', tokenHash)
      .where('usedAt', 'is', null)
      .returning('tokenHash')
      .executeTakeFirst();
    if (!used) throw new Refusal('letter.link.used', { usedAt });
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
