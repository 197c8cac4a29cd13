/** What is told of second contracts that are over: newest purchase first. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { OptionDirection } from '../../../../shared/rules/option/settlement';
import type { SortWay } from '../../../../shared/wire/fields';
import type { OPTION_SORTS } from '../../../../shared/wire/option';
import type { OptionEnd } from '../../../../shared/wire/option-stream';
import { count, pageOf, sortedBy, type Page, type PageRequest, type SortColumns } from '../paging';
import type { TimeRange } from '../queries';
import type { ViewsTables } from '../tables';
import type { ViewsDatabase } from '../views-database';
import type { OptionContractRow, OptionDayRow } from './tables';

type OptionSort = (typeof OPTION_SORTS)[number];

/** Times are those of settlement. */
export interface OptionFilters extends TimeRange {
  symbol?: string | undefined;
  direction?: OptionDirection | undefined;
  timing?: 'now' | 'timed' | undefined;
  end?: OptionEnd | undefined;
  /** A contract. */
  before?: number | undefined;
  sort?: SortWay<OptionSort> | undefined;
}

const SORTED: SortColumns<OptionSort> = {
  time: ['settledAt'],
  symbol: ['symbol'],
  stake: ['asset', 'stake'],
  duration: ['durationMs'],
  result: ['asset', 'gain'],
};

export function optionHistory(
  views: ViewsDatabase,
  user: number,
  filters: OptionFilters,
  page: PageRequest,
): Promise<Page<OptionContractRow>> {
  const found = views.sql.selectFrom('optionContracts').where((eb) => settledOf(eb, user, filters));
  const rows = sortedBy<OptionContractRow, OptionSort>(
    views,
    found.selectAll(),
    [['id', 'desc']],
    SORTED,
    filters.sort,
  );
  return pageOf(page, count(views, found), rows);
}

function settledOf(
  eb: ExpressionBuilder<ViewsTables, 'optionContracts'>,
  user: number,
  { symbol, direction, timing, end, from, to, before }: OptionFilters,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('userId', '=', user), eb('open', '=', 0)];
  if (symbol !== undefined) conditions.push(eb('symbol', '=', symbol));
  if (direction !== undefined) conditions.push(eb('direction', '=', direction));
  if (timing !== undefined) conditions.push(eb('startsAt', timing === 'now' ? 'is' : 'is not', null));
  if (end !== undefined) conditions.push(eb('outcome', '=', end));
  if (from !== undefined) conditions.push(eb('settledAt', '>=', from));
  if (to !== undefined) conditions.push(eb('settledAt', '<', to));
  if (before !== undefined) conditions.push(eb('id', '<', before));
  return eb.and(conditions);
}

export function optionContractById({ sql }: ViewsDatabase, id: number): Promise<OptionContractRow | undefined> {
  return sql.selectFrom('optionContracts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A settled one of the user, or of anybody where there is none; undefined when it is open, does not exist or is another's. */
export function settledOptionOf(
  { sql }: ViewsDatabase,
  user: number | null,
  id: number,
): Promise<OptionContractRow | undefined> {
  const found = sql.selectFrom('optionContracts').selectAll().where('id', '=', id).where('open', '=', 0);
  return (user === null ? found : found.where('userId', '=', user)).executeTakeFirst();
}

/** From the first day to the last, oldest first, each product of its own. */
export function optionDays(
  { sql }: ViewsDatabase,
  user: number,
  firstDay: number,
  lastDay: number,
): Promise<OptionDayRow[]> {
  return sql
    .selectFrom('optionDays')
    .selectAll()
    .where('userId', '=', user)
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .orderBy('day')
    .orderBy('symbol')
    .execute();
}

/** From a contract on, oldest first, up to a position of the journal: no page of it is too deep. */
export function settledOptionsAfter(
  { sql }: ViewsDatabase,
  user: number,
  filters: Omit<OptionFilters, 'before' | 'sort'>,
  until: number,
  after: number,
  limit: number,
): Promise<OptionContractRow[]> {
  return sql
    .selectFrom('optionContracts')
    .selectAll()
    .where((eb) => settledOf(eb, user, filters))
    .where('position', '<=', until)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
