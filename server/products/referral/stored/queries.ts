/** Rebates, and their sums by day. */
import { dayRowsOf, listOf } from '../../../views/stored/rows/list';
import type { ViewsDatabase } from '../../../views/stored/views-database';

export const REBATES = listOf('referralRebates', {
  order: { eventPosition: 'desc' },
  equal: ['day', 'level', 'asset'],
});

export const rebateDays = dayRowsOf('referralDays', 'asset');

/** Returns those of the users who have ever traded in any market. */
export async function tradedAmong({ sql }: ViewsDatabase, users: readonly number[]): Promise<Set<number>> {
  const traded = new Set<number>();
  for (const user of users) {
    const fill = sql.selectFrom('fills').select('userId').where('userId', '=', user).limit(1);
    const contractFill = sql.selectFrom('contractFills').select('userId').where('userId', '=', user).limit(1);
    if ((await fill.executeTakeFirst()) ?? (await contractFill.executeTakeFirst())) traded.add(user);
  }
  return traded;
}
