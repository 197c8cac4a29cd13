/**
 * A user's lock on all settings that protect the account or choose where its money goes. For the chosen number of days none of them can
 * change, even with the password, the mailbox and the authenticator. Only the master key, which is shown once, ends the lock early; staff
 * cannot.
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

  /** Null if nothing is locked. */
  async lockedUntil(userId: number): Promise<number | null> {
    const row = await this.database.sql
      .selectFrom('settingsLocks')
      .select('until')
      .where('userId', '=', userId)
      .where('until', '>', this.clock())
      .executeTakeFirst();
    return row?.until ?? null;
  }

  /** Refuses `settings.locked` with the lock's end. */
  async refuse(userId: number): Promise<void> {
    const until = await this.lockedUntil(userId);
    if (until !== null) throw new Refusal('settings.locked', { until });
  }

  /** If two calls are concurrent, one locks and only its key is valid; the other gets `settings.locked`. */
  async lock(userId: number, days: number): Promise<{ masterKey: string; until: number }> {
    const masterKey = newRecoveryCode();
    const now = this.clock();
    const locked = { until: now + days * DAY_MS, keyHash: hashOf(userId, masterKey) };
    const inserted = await this.database.sql
      .insertInto('settingsLocks')
      .values({ userId, ...locked })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(locked).where('settingsLocks.until', '<=', now))
      .returning('userId')
      .executeTakeFirst();
    if (!inserted) await this.refuse(userId);
    return { masterKey, until: locked.until };
  }

  /** Refuses `master.key.wrong`. */
  async unlock(userId: number, masterKey: string): Promise<void> {
    const deleted = await this.database.sql
      .deleteFrom('settingsLocks')
      .where('userId', '=', userId)
      .where('keyHash', '=', hashOf(userId, masterKey))
      .returning('userId')
      .executeTakeFirst();
    if (!deleted) throw new Refusal('master.key.wrong');
  }
}

function hashOf(userId: number, masterKey: string): string {
  return recoveryCodeHash(userId, `master/${normalRecoveryCode(masterKey) ?? ''}`);
}
