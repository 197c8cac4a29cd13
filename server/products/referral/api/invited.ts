/** Direct and second-level invited users, from the inviter stored with each user. */
import { Inject, Injectable } from '@nestjs/common';
import { maskedName } from '../../../../shared/products/identity/rules/masks';
import type { ReferralLevel } from '../../../../shared/products/referral/wire';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../../platform/database/exchange-tables';
import { EXCHANGE_DATABASE } from '../../../platform/tokens';

type Invited = Pick<UserRow, 'id' | 'nickName' | 'registeredAt'>;

@Injectable()
export class InvitedUsers {
  constructor(@Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>) {}

  async count(user: number, level: ReferralLevel): Promise<number> {
    const countQuery = this.invitedRows(user, level).select(({ fn }) => fn.countAll<number>().as('total'));
    return (await countQuery.executeTakeFirstOrThrow()).total;
  }

  /** Newest first. */
  list(user: number, level: ReferralLevel, page: Page): Promise<Invited[]> {
    const { before, offset, limit } = page;
    let found = this.invitedRows(user, level);
    if (before !== undefined) found = found.where('invited.id', '<', before);
    return found
      .select(['invited.id', 'invited.nickName', 'invited.registeredAt'])
      .orderBy('invited.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
  }

  /** Names that other users may see, by user. */
  async namesOf(users: readonly number[]): Promise<Map<number, string>> {
    if (users.length === 0) return new Map();
    const found = this.database.sql.selectFrom('users').select(['id', 'nickName']);
    const rows = await found.where('id', 'in', [...users]).execute();
    return new Map(rows.map(({ id, nickName }) => [id, maskedName(nickName)]));
  }

  private invitedRows(user: number, level: ReferralLevel) {
    const invited = this.database.lists.selectFrom('users as invited').where('invited.isMember', '=', 1);
    if (level === 1) return invited.where('invited.invitedBy', '=', user);
    return invited.where('invited.invitedBy', 'in', (eb) =>
      eb.selectFrom('users as inviter').select('inviter.id').where('inviter.invitedBy', '=', user),
    );
  }
}

interface Page {
  before?: number | undefined;
  offset: number;
  limit: number;
}
