/** Whether anything of a user is open or left, which prevents an erasure. */
import { Query } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { ReadYourWrites } from '../../../../platform/read-your-writes';
import type { ViewsDatabase } from '../../../../views/stored/views-database';
import { messageHandler } from '../../../../features/shared/endpoints/handlers';
import { Reader } from '../../../../features/shared/endpoints/reader';
import { PRODUCTS } from '../../../all';

export class HasOpenItems extends Query<boolean> {
  constructor(readonly user: number) {
    super();
  }
}

/** Conditions for open rows in the read models. */
const OPEN: Readonly<Record<string, string>> = Object.assign(
  { orders: 'open = 1' },
  ...PRODUCTS.map(({ leftOpen }) => leftOpen),
) as Record<string, string>;

export const IsAnythingLeftHandler = messageHandler(
  HasOpenItems,
  [Reader, ReadYourWrites],
  async ({ user }, reader, ownWrites): Promise<boolean> => {
    return hasOpenItems(await reader.at(ownWrites.completePositionOf(user)), user);
  },
);

export async function hasOpenItems({ sql: views }: ViewsDatabase, user: number): Promise<boolean> {
  for (const [table, isOpen] of Object.entries(OPEN)) {
    const open = sql`select 1 from ${sql.table(table)} where user_id = ${user} and ${sql.raw(isOpen)} limit 1`;
    if ((await open.execute(views)).rows.length > 0) return true;
  }
  const rows = await views
    .selectFrom('balances')
    .innerJoin('assets', 'assets.asset', 'balances.asset')
    .select(['balances.asset', 'available', 'frozen', 'locked', 'withdrawalMin'])
    .where('userId', '=', user)
    .execute();
  if (rows.some(({ frozen, locked }) => frozen > 0n || locked > 0n)) return true;
  // Added up in code: the sum over accounts may exceed the store's integers.
  const together = new Map<string, bigint>();
  for (const { asset, available } of rows) together.set(asset, (together.get(asset) ?? 0n) + available);
  // Balances below the withdrawal minimum, combined over all accounts, do not prevent an erasure.
  return rows.some(({ asset, withdrawalMin }) => {
    const total = together.get(asset) ?? 0n;
    return total > 0n && total >= withdrawalMin;
  });
}
