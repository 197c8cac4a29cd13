/** Rows of staff rights: rows older than the journal's staff entries, and rows that follow those entries. */
import type { Transaction } from 'kysely';
import { STAFF_RIGHTS, type StaffRight } from '../../../../shared/rules/staff-rights';
import type { Database } from '../../database/database';
import type { ExchangeTables } from '../../database/exchange-tables';

/** Rights of each of these users, in the order of the list of rights. */
export async function rightsInRows(
  { sql }: Pick<Database<ExchangeTables>, 'sql'>,
  userIds: readonly number[],
): Promise<Map<number, StaffRight[]>> {
  const rightsByUser = new Map<number, StaffRight[]>(userIds.map((id) => [id, []]));
  if (userIds.length === 0) return rightsByUser;
  const rows = await sql
    .selectFrom('staffRights')
    .selectAll()
    .where('userId', 'in', [...userIds])
    .execute();
  for (const right of STAFF_RIGHTS) {
    for (const row of rows) if (row.right === right) rightsByUser.get(row.userId)?.push(right);
  }
  return rightsByUser;
}

/** Replaces the user's rights. */
export async function writeRights(
  transaction: Transaction<ExchangeTables>,
  userId: number,
  rights: readonly StaffRight[],
): Promise<void> {
  await transaction.deleteFrom('staffRights').where('userId', '=', userId).execute();
  const rows = [...new Set(rights)].map((right) => ({ userId, right }));
  if (rows.length > 0) await transaction.insertInto('staffRights').values(rows).execute();
}
