/** What is told of a user's financial products: newest purchase first. */
import { sql as raw, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { SortWay } from '../../../../shared/wire/fields';
import type { EARN_SORTS, FinancialStatus } from '../../../../shared/wire/financial';
import { count, pageOf, sortedBy, type Page, type PageRequest, type SortColumns } from '../paging';
import type { TimeRange } from '../queries';
import type { ViewsTables } from '../tables';
import type { ViewsDatabase } from '../views-database';
import type { FinancialPurchaseRow } from './tables';

export type EarnSort = (typeof EARN_SORTS)[number];

/** Times are those of purchases. */
export interface FinancialFilters extends TimeRange {
  product?: string | undefined;
  status?: FinancialStatus | undefined;
  /** A purchase. */
  before?: number | undefined;
  sort?: SortWay<EarnSort> | undefined;
}

const SORTED: SortColumns<EarnSort> = {
  time: ['boughtAt'],
  amount: ['asset', 'amount'],
  start: ['startsAt'],
  expiry: ['expiresAt'],
};

/** `now` tells what earns from what is still to. */
export function financialPurchases(
  views: ViewsDatabase,
  user: number,
  filters: FinancialFilters,
  now: number,
  page: PageRequest,
): Promise<Page<FinancialPurchaseRow>> {
  const found = views.sql.selectFrom('financialPurchases').where((eb) => purchasesOf(eb, user, filters, now));
  const rows = sortedBy<FinancialPurchaseRow, EarnSort>(
    views,
    found.selectAll(),
    [['id', 'desc']],
    SORTED,
    filters.sort,
  );
  return pageOf(page, count(views, found), rows);
}

function purchasesOf(
  eb: ExpressionBuilder<ViewsTables, 'financialPurchases'>,
  user: number,
  { product, status, from, to, before }: FinancialFilters,
  now: number,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('userId', '=', user)];
  if (product !== undefined) conditions.push(eb('product', '=', product));
  if (status !== undefined) conditions.push(STATUS[status](eb, now));
  if (from !== undefined) conditions.push(eb('boughtAt', '>=', from));
  if (to !== undefined) conditions.push(eb('boughtAt', '<', to));
  if (before !== undefined) conditions.push(eb('id', '<', before));
  return eb.and(conditions);
}

type Condition = (eb: ExpressionBuilder<ViewsTables, 'financialPurchases'>, now: number) => Expression<SqlBool>;
const STATUS: Readonly<Record<FinancialStatus, Condition>> = {
  buying: (eb, now) => eb.and([eb('outcome', 'is', null), eb('startsAt', '>', now)]),
  earning: (eb, now) => eb.and([eb('outcome', 'is', null), eb('startsAt', '<=', now)]),
  settled: (eb) => eb('outcome', 'in', ['settled', 'left']),
  cancelled: (eb) => eb('outcome', '=', 'cancelled'),
};

/** From a purchase on, oldest first, up to a position of the journal: no page of it is too deep. */
export function financialPurchasesAfter(
  { sql }: ViewsDatabase,
  user: number,
  filters: Omit<FinancialFilters, 'before' | 'sort'>,
  span: { now: number; until: number; after: number; limit: number },
): Promise<FinancialPurchaseRow[]> {
  const { now, until, after, limit } = span;
  return sql
    .selectFrom('financialPurchases')
    .selectAll()
    .where((eb) => purchasesOf(eb, user, filters, now))
    .where('position', '<=', until)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export interface FinancialDay {
  /** As `dayOf` counts them. */
  day: number;
  asset: string;
  principal: bigint;
  income: bigint;
}

/** What comes in from the first day to the last, paid or still to be, oldest first, each coin of its own. */
export async function financialDays(
  { sql }: ViewsDatabase,
  user: number,
  firstDay: number,
  lastDay: number,
): Promise<FinancialDay[]> {
  const rows = await sql
    .selectFrom('financialPurchases')
    .select((eb) => [
      eb.ref('returnsOn').$castTo<number>().as('day'),
      'asset',
      partOf('amount', '/').as('principalHigh'),
      partOf('amount', '%').as('principalLow'),
      partOf('income', '/').as('incomeHigh'),
      partOf('income', '%').as('incomeLow'),
    ])
    .where('userId', '=', user)
    .where('returnsOn', '>=', firstDay)
    .where('returnsOn', '<=', lastDay)
    .groupBy(['returnsOn', 'asset'])
    .orderBy('returnsOn')
    .orderBy('asset')
    .execute();
  return rows.map(({ day, asset, principalHigh, principalLow, incomeHigh, incomeLow }) => ({
    day,
    asset,
    principal: joined(principalHigh, principalLow),
    income: joined(incomeHigh, incomeLow),
  }));
}

/** Sums of amounts may have more than 64 bits: they are added up in two parts that have not. */
export const PART = 1_000_000_000;

function partOf(column: 'amount' | 'income', by: '/' | '%') {
  // What was left early brings no income.
  const value = column === 'income' ? raw`case when outcome = 'left' then 0 else income end` : raw`amount`;
  return raw<number>`cast(sum(${value} ${raw.raw(by)} ${raw.lit(PART)}) as bigint)`;
}

export function joined(high: number, low: number): bigint {
  return BigInt(high) * BigInt(PART) + BigInt(low);
}
