/** What is told of rebates: newest first. */
import { count, pageOf, type Page, type PageRequest } from '../paging';
import type { ViewsDatabase } from '../views-database';
import type { ReferralDayRow, ReferralRebateRow } from './tables';

export interface RebateFilters {
  day?: number | undefined;
  level?: number | undefined;
  asset?: string | undefined;
  /** A rebate. */
  before?: number | undefined;
}

export function rebates(
  views: ViewsDatabase,
  user: number,
  { day, level, asset, before }: RebateFilters,
  page: PageRequest,
): Promise<Page<ReferralRebateRow>> {
  let found = views.sql.selectFrom('referralRebates').where('userId', '=', user);
  if (day !== undefined) found = found.where('day', '=', day);
  if (level !== undefined) found = found.where('level', '=', level);
  if (asset !== undefined) found = found.where('asset', '=', asset);
  if (before !== undefined) found = found.where('eventPosition', '<', before);
  return pageOf(page, count(views, found), found.selectAll().orderBy('eventPosition', 'desc'));
}

/** From the first day to the last, oldest first, each coin of its own. */
export function rebateDays(
  { sql }: ViewsDatabase,
  user: number,
  firstDay: number,
  lastDay: number,
): Promise<ReferralDayRow[]> {
  return sql
    .selectFrom('referralDays')
    .selectAll()
    .where('userId', '=', user)
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .orderBy('day')
    .orderBy('asset')
    .execute();
}

/** Of these users those who have ever traded, on whichever market. */
export async function tradedAmong({ sql }: ViewsDatabase, users: readonly number[]): Promise<Set<number>> {
  const traded = new Set<number>();
  for (const user of users) {
    const fill = sql.selectFrom('fills').select('userId').where('userId', '=', user).limit(1);
    const contractFill = sql.selectFrom('contractFills').select('userId').where('userId', '=', user).limit(1);
    if ((await fill.executeTakeFirst()) ?? (await contractFill.executeTakeFirst())) traded.add(user);
  }
  return traded;
}
