/** The fund password, required for withdrawals of money. Five wrong tries lock it for fifteen minutes. */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '../../database/database';
import type { ExchangeTables } from '../../database/exchange-tables';
import type { FundPasswordRow } from '../../database/security-tables';
import { Refusal } from '../../errors/refusal';
import { EXCHANGE_DATABASE } from '../../tokens';
import { Lockouts } from '../log-in/lockouts';
import { isPassword } from '../log-in/passwords';

@Injectable()
export class FundPasswords {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly lockouts: Lockouts,
  ) {}

  /** Checks the password. Refuses `fund.password.not.set`, `fund.password.wrong`, `tries.too.many`. */
  async check(userId: number, password: string): Promise<void> {
    const row = await this.rowOf(userId);
    if (!row) throw new Refusal('fund.password.not.set');
    const { passwordHash } = row;
    const isRight = await this.lockouts.attempt(fundPasswordLockout(userId), () => isPassword(password, passwordHash));
    if (!isRight) throw new Refusal('fund.password.wrong');
  }

  async isSet(userId: number): Promise<boolean> {
    return (await this.rowOf(userId)) !== undefined;
  }

  lockedUntil(userId: number): Promise<number | null> {
    return this.lockouts.lockedUntil(fundPasswordLockout(userId));
  }

  private rowOf(userId: number): Promise<FundPasswordRow | undefined> {
    return this.database.sql.selectFrom('fundPasswords').selectAll().where('userId', '=', userId).executeTakeFirst();
  }
}

export function fundPasswordLockout(userId: number): string {
  return `fund_password/${userId}`;
}
