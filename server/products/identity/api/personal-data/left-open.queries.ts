/** Whether anything of a user is still open or left: then the account is not erased. */
import { Query } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { OwnWrites } from '../../../../platform/own-writes';
import type { ViewsDatabase } from '../../../../views/stored/views-database';
import { handles } from '../../../../features/shared/endpoints/handles';
import { Reader } from '../../../../features/shared/endpoints/reader';
import { PRODUCTS } from '../../../all';

export class IsAnythingLeft extends Query<boolean> {
  constructor(readonly user: number) {
    super();
  }
}

/** Rows of the read models that something still hangs on, by what is true of them. */
const OPEN: Readonly<Record<string, string>> = Object.assign(
  { orders: 'open = 1' },
  ...PRODUCTS.map(({ leftOpen }) => leftOpen),
) as Record<string, string>;

export const IsAnythingLeftHandler = handles(
  IsAnythingLeft,
  [Reader, OwnWrites],
  async ({ user }, reader, ownWrites): Promise<boolean> => {
    return anythingLeft(await reader.at(ownWrites.wholeOf(user)), user);
  },
);

export async function anythingLeft({ sql: views }: ViewsDatabase, user: number): Promise<boolean> {
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
  // Added here: all accounts together may be more than a number of the store holds.
  const together = new Map<string, bigint>();
  for (const { asset, available } of rows) together.set(asset, (together.get(asset) ?? 0n) + available);
  // What is less than can be withdrawn of a coin, moved into one account, is nobody's reason to stay.
  return rows.some(({ asset, withdrawalMin }) => {
    const total = together.get(asset) ?? 0n;
    return total > 0n && total >= withdrawalMin;
  });
}
