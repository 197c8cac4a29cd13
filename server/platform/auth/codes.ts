/**
 * Codes that prove who holds an e-mail or a phone: six digits, good for ten minutes, for one purpose and once. Five tries
 * spend a code, so of a million codes a guesser sees five; how many are sent an address and day is limited too.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { Config } from '../config/config';
import type { Database } from '../database/database';
import type { CodePurpose, ExchangeTables } from '../database/exchange-tables';
import { takeIds } from '../database/last-ids';
import { Refusal } from '../errors/refusal';
import { Secrets } from '../secrets/secrets';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../tokens';

export const RESEND_SECONDS = 60;
export const EXPIRES_SECONDS = 600;
const TRIES_MAX = 5;
const DAY_MS = 86_400_000;

/** What a code is good for. `user` is whose log-in asked for it; a visitor has none. */
export interface CodeScope {
  purpose: CodePurpose;
  /** Normalised. */
  address: string;
  user?: number;
}

@Injectable()
export class Codes {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * A new code in place of the one before. The caller sends it, or, when the address is not what it would have to be,
   * sends nothing and answers the same. Refuses `code.too.soon` and `codes.too.many` with `resendSeconds`.
   */
  async create(scope: CodeScope): Promise<string> {
    const { purpose, address, user = 0 } = scope;
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await this.followClock(address);
    return this.database.sql.transaction().execute(async (transaction) => {
      // The counter's row makes two who ask at once follow one another.
      const [id] = await takeIds(transaction, 'code', 1);
      const now = this.clock();
      await transaction
        .deleteFrom('codes')
        .where('sentAt', '<=', now - DAY_MS)
        .execute();
      await this.refuseAbove(transaction, scope, now);
      const times = { sentAt: now, expiresAt: now + EXPIRES_SECONDS * 1_000, usedAt: null };
      await transaction
        .insertInto('codes')
        .values({ id, purpose, address, userId: user, codeMac: this.macOf(scope, code), tries: 0, ...times })
        .execute();
      return code;
    });
  }

  /**
   * Counts a try, and returns the id of the code when it was right: it must then be used by `use`, in the transaction of
   * what it is good for. Refuses `verification.code.error`, of an unknown, wrong, expired or spent code alike.
   */
  async check(scope: CodeScope, code: string): Promise<number> {
    const { purpose, address, user = 0 } = scope;
    const newest = this.database.sql
      .selectFrom('codes')
      .select(({ fn }) => fn.max('id').as('id'))
      .where('purpose', '=', purpose)
      .where('address', '=', address)
      .where('userId', '=', user);
    // The try counts before it is judged, so that a hundred at once are still five.
    const tried = await this.database.sql
      .updateTable('codes')
      .set((column) => ({ tries: column('tries', '+', 1) }))
      .where('id', '=', newest)
      .where('tries', '<', TRIES_MAX)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', this.clock())
      .returning(['id', 'codeMac'])
      .executeTakeFirst();
    const given = Buffer.from(this.macOf(scope, code));
    if (!tried || !timingSafeEqual(given, Buffer.from(tried.codeMac))) throw new Refusal('verification.code.error');
    return tried.id;
  }

  /** Spends a code that was right; false when another request has spent it since. */
  async use(transaction: Transaction<ExchangeTables>, code: number): Promise<boolean> {
    const used = await transaction
      .updateTable('codes')
      .set({ usedAt: this.clock() })
      .where('id', '=', code)
      .where('usedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return used !== undefined;
  }

  /** Both at once, for what needs no transaction of its own. Refuses `verification.code.error`. */
  async spend(scope: CodeScope, code: string): Promise<void> {
    const id = await this.check(scope, code);
    const used = await this.database.sql.transaction().execute((transaction) => this.use(transaction, id));
    if (!used) throw new Refusal('verification.code.error');
  }

  /** By a clock that was set back since, what was sent counts from now on: nobody waits longer than it says. */
  private async followClock(address: string): Promise<void> {
    const now = this.clock();
    await this.database.sql
      .updateTable('codes')
      .set({ sentAt: now, expiresAt: now + EXPIRES_SECONDS * 1_000 })
      .where('address', '=', address)
      .where('sentAt', '>', now)
      .execute();
  }

  private async refuseAbove(
    transaction: Transaction<ExchangeTables>,
    { purpose, address, user = 0 }: CodeScope,
    now: number,
  ): Promise<void> {
    const sent = await transaction
      .selectFrom('codes')
      .select(['purpose', 'userId', 'sentAt'])
      .where('address', '=', address)
      .orderBy('id')
      .execute();
    const last = sent.findLast((one) => one.purpose === purpose && one.userId === user);
    const waitMs = last ? last.sentAt + RESEND_SECONDS * 1_000 - now : 0;
    if (waitMs > 0) throw waitRefusal('code.too.soon', waitMs);
    // Strangers may ask for visitors' codes: what they use up is not what the owner, logged in, has for the own address.
    const counted =
      user === 0 ? sent.filter((one) => one.purpose === purpose) : sent.filter((one) => one.userId === user);
    if (counted.length >= this.config.limits.codesPerDayMax) {
      throw waitRefusal('codes.too.many', counted[0].sentAt + DAY_MS - now);
    }
  }

  private macOf({ purpose, address, user = 0 }: CodeScope, code: string): string {
    return this.secrets.mac(code.trim(), `code/${purpose}/${user}/${address}`);
  }
}

function waitRefusal(code: 'code.too.soon' | 'codes.too.many', waitMs: number): Refusal {
  const resendSeconds = Math.ceil(waitMs / 1_000);
  return new Refusal(code, { resendSeconds }, resendSeconds);
}
