/** What may be withdrawn a day, by the number of bindings and verification: a table that staff change. */
import { Inject, Injectable } from '@nestjs/common';
import { limitBindingsOf, type Bindings } from '../../../shared/rules/safety';
import { unitsOf } from '../../../shared/rules/units';
import type { SetWithdrawalLimitRequest, WithdrawalLimit } from '../../../shared/wire/security';
import { FundPasswords } from '../../platform/auth/fund-passwords';
import { SecondFactors } from '../../platform/auth/second-factors';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../platform/database/exchange-tables';
import { EXCHANGE_DATABASE, LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { amountOf } from './convert';

/** Limits are counted in USDT of eight digits, whatever is withdrawn. */
const USDT_SCALE = 8;

@Injectable()
export class WithdrawalLimits {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    private readonly fundPasswords: FundPasswords,
    private readonly secondFactors: SecondFactors,
  ) {}

  /** In USDT units of scale 8. */
  async unitsADay(user: UserRow): Promise<bigint> {
    const bindings = await this.bindingsOf(user);
    const limit = limitOf(await this.list(), bindings);
    return unitsOf(limit, USDT_SCALE) as bigint;
  }

  async bindingsOf({ id, phone, email }: UserRow): Promise<Bindings> {
    return {
      phone: phone !== null,
      email: email !== null,
      authenticator: await this.secondFactors.isBound(id),
      fundPassword: await this.fundPasswords.isSet(id),
      verified: this.live.members.standingOf(id).verified,
    };
  }

  /** From one binding to all. */
  async list(): Promise<WithdrawalLimit[]> {
    const rows = await this.database.sql.selectFrom('withdrawalLimits').selectAll().execute();
    const records = rows.map(({ bindings, dailyLimit, verifiedDailyLimit }) => {
      return { bindings, limit: dailyLimit, verifiedLimit: verifiedDailyLimit };
    });
    return records.sort((one, other) => one.bindings - other.bindings);
  }

  /** Refuses `amount.too.precise` beyond eight digits, and `amount.too.large`. */
  async set({ bindings, limit, verifiedLimit }: SetWithdrawalLimitRequest): Promise<void> {
    for (const amount of [limit, verifiedLimit]) amountOf(amount, USDT_SCALE);
    await this.database.sql
      .updateTable('withdrawalLimits')
      .set({ dailyLimit: limit, verifiedDailyLimit: verifiedLimit })
      .where('bindings', '=', bindings)
      .execute();
  }
}

/** Of the row that the bindings come to. USDT, decimal. */
export function limitOf(limits: readonly WithdrawalLimit[], bindings: Bindings): string {
  const count = limitBindingsOf(bindings);
  const row = limits.find((one) => one.bindings === count);
  if (!row) throw new Error(`no withdrawal limit for ${count} bindings`);
  return bindings.verified ? row.verifiedLimit : row.limit;
}
