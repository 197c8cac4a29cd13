/** What each admin may do. Asked of the database each time: staff are few, and a right that was taken away is gone at once. */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { STAFF_RIGHTS, type StaffRight } from '../../../shared/rules/staff-rights';
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { EXCHANGE_DATABASE } from '../tokens';

@Injectable()
export class StaffRights {
  constructor(@Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>) {}

  async has(userId: number, right: StaffRight): Promise<boolean> {
    const row = await this.database.sql
      .selectFrom('staffRights')
      .select('userId')
      .where('userId', '=', userId)
      .where('right', '=', right)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Of each of these users, in the order of the list of rights. */
  async of(userIds: readonly number[]): Promise<Map<number, StaffRight[]>> {
    const known = new Map<number, StaffRight[]>(userIds.map((id) => [id, []]));
    if (userIds.length === 0) return known;
    const rows = await this.database.sql
      .selectFrom('staffRights')
      .selectAll()
      .where('userId', 'in', [...userIds])
      .execute();
    for (const right of STAFF_RIGHTS) {
      for (const row of rows) if (row.right === right) known.get(row.userId)?.push(right);
    }
    return known;
  }
}

/** These rights and no others. */
export async function writeRights(
  transaction: Transaction<ExchangeTables>,
  userId: number,
  rights: readonly StaffRight[],
): Promise<void> {
  await transaction.deleteFrom('staffRights').where('userId', '=', userId).execute();
  const rows = [...new Set(rights)].map((right) => ({ userId, right }));
  if (rows.length > 0) await transaction.insertInto('staffRights').values(rows).execute();
}
