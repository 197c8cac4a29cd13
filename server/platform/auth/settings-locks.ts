/**
 * A user's own lock on everything that protects the account or sends its money elsewhere: for so many days nothing of it is changed,
 * whoever has the password, the mailbox and the authenticator by then. The master key, which is told once, ends it before; nothing
 * else does, not even staff.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { Refusal } from '../errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../tokens';
import { newRecoveryCode, normalRecoveryCode, recoveryCodeHash } from './factors/recovery-codes';

const DAY_MS = 86_400_000;

@Injectable()
export class SettingsLocks {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Null when nothing is locked. */
  async lockedUntil(userId: number): Promise<number | null> {
    const row = await this.database.sql
      .selectFrom('settingsLocks')
      .select('until')
      .where('userId', '=', userId)
      .where('until', '>', this.clock())
      .executeTakeFirst();
    return row?.until ?? null;
  }

  /** Refuses `settings.locked` with the time until when. */
  async refuse(userId: number): Promise<void> {
    const until = await this.lockedUntil(userId);
    if (until !== null) throw new Refusal('settings.locked', { until });
  }

  /** Of two at once one locks, and its key alone is good: the other is `settings.locked`. */
  async lock(userId: number, days: number): Promise<{ masterKey: string; until: number }> {
    const masterKey = newRecoveryCode();
    const now = this.clock();
    const locked = { until: now + days * DAY_MS, keyHash: hashOf(userId, masterKey) };
    const done = await this.database.sql
      .insertInto('settingsLocks')
      .values({ userId, ...locked })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(locked).where('settingsLocks.until', '<=', now))
      .returning('userId')
      .executeTakeFirst();
    if (!done) await this.refuse(userId);
    return { masterKey, until: locked.until };
  }

  /** Refuses `master.key.wrong`. */
  async unlock(userId: number, masterKey: string): Promise<void> {
    const ended = await this.database.sql
      .deleteFrom('settingsLocks')
      .where('userId', '=', userId)
      .where('keyHash', '=', hashOf(userId, masterKey))
      .returning('userId')
      .executeTakeFirst();
    if (!ended) throw new Refusal('master.key.wrong');
  }
}

function hashOf(userId: number, masterKey: string): string {
  return recoveryCodeHash(userId, `master/${normalRecoveryCode(masterKey) ?? ''}`);
}
