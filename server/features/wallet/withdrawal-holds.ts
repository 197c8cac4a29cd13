/** Until when an account whose protection was changed waits: a thief who got in changes it first. */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../platform/database/exchange-tables';
import type { WithdrawalSettingRow } from '../../platform/database/wallet-tables';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../platform/tokens';

const HOUR_MS = 3_600_000;

@Injectable()
export class WithdrawalHolds {
  /** Milliseconds. */
  readonly holdMs: number;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) { limits }: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.holdMs = limits.withdrawalHoldHours * HOUR_MS;
  }

  /** Null when nothing holds withdrawals back. */
  async heldUntil({ id, securityChangedAt }: Pick<UserRow, 'id' | 'securityChangedAt'>): Promise<number | null> {
    const { loosenedAt } = await this.settingsOf(id);
    const changedAt = Math.max(securityChangedAt ?? 0, loosenedAt ?? 0);
    const until = changedAt + this.holdMs;
    return changedAt > 0 && until > this.clock() ? until : null;
  }

  async settingsOf(userId: number): Promise<WithdrawalSettingRow> {
    const settings = this.database.sql.selectFrom('withdrawalSettings').selectAll();
    const row = await settings.where('userId', '=', userId).executeTakeFirst();
    return row ?? { userId, whitelistOnly: 0, loosenedAt: null };
  }

  /** Allowing unlisted addresses holds withdrawals from now on. False when it was so already: then nothing changes. */
  async setWhitelistOnly(userId: number, whitelistOnly: boolean): Promise<boolean> {
    const known = await this.settingsOf(userId);
    if ((known.whitelistOnly === 1) === whitelistOnly) return false;
    const set = whitelistOnly ? { whitelistOnly: 1 } : { whitelistOnly: 0, loosenedAt: this.clock() };
    await this.database.sql
      .insertInto('withdrawalSettings')
      .values({ userId, loosenedAt: null, ...set })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(set))
      .execute();
    return true;
  }
}
