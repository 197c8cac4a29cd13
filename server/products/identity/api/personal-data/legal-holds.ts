/** Legal holds: nothing of the user is deleted, neither by the sweep nor on request. The user is not told. */
import { Inject, Injectable } from '@nestjs/common';
import type { LegalHold } from '../../../../../shared/products/identity/personal-data';
import { Users } from '../../../../platform/auth/users';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';

@Injectable()
export class LegalHolds {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly users: Users,
  ) {}

  /** Refuses `user.not.found`, `legal.hold.already.placed`. */
  async place(userId: number, staff: number, reason: string): Promise<void> {
    if (!(await this.users.byId(userId))) throw new Refusal('user.not.found');
    if (await this.isHeld(userId)) throw new Refusal('legal.hold.already.placed');
    const row = { userId, placedAt: this.clock(), placedBy: staff, reason, liftedAt: null, liftedBy: null };
    await this.database.sql.insertInto('legalHolds').values(row).execute();
  }

  /** Refuses `legal.hold.not.placed`, and `permission.denied` for the user's own hold. */
  async lift(userId: number, staff: number): Promise<void> {
    if (userId === staff) throw new Refusal('permission.denied');
    const { numUpdatedRows } = await this.database.sql
      .updateTable('legalHolds')
      .set({ liftedAt: this.clock(), liftedBy: staff })
      .where('userId', '=', userId)
      .where('liftedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Refusal('legal.hold.not.placed');
  }

  async isHeld(userId: number): Promise<boolean> {
    const activeHold = await this.database.sql
      .selectFrom('legalHolds')
      .select('userId')
      .where('userId', '=', userId)
      .where('liftedAt', 'is', null)
      .executeTakeFirst();
    return activeHold !== undefined;
  }

  /** Newest first. */
  async holdsOf(userId: number): Promise<LegalHold[]> {
    return this.database.sql
      .selectFrom('legalHolds')
      .select(['placedAt', 'placedBy', 'reason', 'liftedAt', 'liftedBy'])
      .where('userId', '=', userId)
      .orderBy('placedAt', 'desc')
      .execute();
  }
}
