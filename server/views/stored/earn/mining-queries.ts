/** What is told of a user's mining: newest purchase first. */
import { sql as raw, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { dayOf, dayStart } from '../../../../shared/rules/days';
import { allocationFrom } from '../../../../shared/rules/earn/income';
import type { SortWay } from '../../../../shared/wire/fields';
import type { MiningStatus } from '../../../../shared/wire/mining';
import { count, pageOf, sortedBy, type Page, type PageRequest, type SortColumns } from '../paging';
import type { TimeRange } from '../queries';
import type { ViewsTables } from '../tables';
import type { ViewsDatabase } from '../views-database';
import { joined, PART, type EarnSort, type FinancialDay } from './queries';
import type { MiningPurchaseRow } from './tables';

/** Times are those of purchases. */
export interface MiningFilters extends TimeRange {
  product?: string | undefined;
  status?: MiningStatus | undefined;
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

/** `now` tells what mines from what is still to. */
export function miningPurchases(
  views: ViewsDatabase,
  user: number,
  filters: MiningFilters,
  now: number,
  page: PageRequest,
): Promise<Page<MiningPurchaseRow>> {
  const found = views.sql.selectFrom('miningPurchases').where((eb) => purchasesOf(eb, user, filters, now));
  const rows = sortedBy<MiningPurchaseRow, EarnSort>(views, found.selectAll(), [['id', 'desc']], SORTED, filters.sort);
  return pageOf(page, count(views, found), rows);
}

/** From a purchase on, oldest first, up to a position of the journal: no page of it is too deep. */
export function miningPurchasesAfter(
  { sql }: ViewsDatabase,
  user: number,
  filters: Omit<MiningFilters, 'before' | 'sort'>,
  span: { now: number; until: number; after: number; limit: number },
): Promise<MiningPurchaseRow[]> {
  const { now, until, after, limit } = span;
  return sql
    .selectFrom('miningPurchases')
    .selectAll()
    .where((eb) => purchasesOf(eb, user, filters, now))
    .where('position', '<=', until)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

function purchasesOf(
  eb: ExpressionBuilder<ViewsTables, 'miningPurchases'>,
  user: number,
  { product, status, from, to, before }: MiningFilters,
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

const HOUR_MS = 3_600_000;
/** What was bought from here on is not in allocation yet. */
const hourOf = (now: number): number => allocationFrom(now) - HOUR_MS;

type Condition = (eb: ExpressionBuilder<ViewsTables, 'miningPurchases'>, now: number) => Expression<SqlBool>;
const STATUS: Readonly<Record<MiningStatus, Condition>> = {
  participated: (eb, now) => eb.and([waits(eb, now), eb('boughtAt', '>=', hourOf(now))]),
  allocating: (eb, now) => eb.and([waits(eb, now), eb('boughtAt', '<', hourOf(now))]),
  mining: (eb, now) => eb.and([eb('endedAt', 'is', null), eb('startsAt', '<=', now)]),
  ended: (eb) => eb('endedAt', 'is not', null),
};
const waits: Condition = (eb, now) => eb.and([eb('endedAt', 'is', null), eb('startsAt', '>', now)]);

/**
 * What comes in from the first day to the last, paid or still to be, oldest first, each coin of its own. Purchases of one term are
 * added up before they are laid out by day, so that it costs terms and days, not purchases.
 */
export async function miningDays(
  { sql }: ViewsDatabase,
  user: number,
  firstDay: number,
  lastDay: number,
): Promise<FinancialDay[]> {
  const terms = await sql
    .selectFrom('miningPurchases')
    .select(['asset', 'incomeAsset', 'payout', 'startsAt', 'expiresAt', 'termDays'])
    .select([
      partOf('amount', '/').as('principalHigh'),
      partOf('amount', '%').as('principalLow'),
      partOf('income', '/').as('incomeHigh'),
      partOf('income', '%').as('incomeLow'),
    ])
    .where('userId', '=', user)
    .where('expiresAt', '>=', dayStart(firstDay))
    .where('startsAt', '<', dayStart(lastDay + 1))
    .groupBy(['asset', 'incomeAsset', 'payout', 'startsAt', 'expiresAt', 'termDays'])
    .execute();
  const days = new Days(firstDay, lastDay);
  for (const { asset, incomeAsset, payout, startsAt, expiresAt, termDays, ...sums } of terms) {
    const [first, last] = [dayOf(startsAt), dayOf(expiresAt)];
    const income = joined(sums.incomeHigh, sums.incomeLow);
    days.add(last, asset, joined(sums.principalHigh, sums.principalLow), 0n);
    if (payout === 'end') {
      days.add(last, incomeAsset, 0n, income * BigInt(termDays));
      continue;
    }
    for (let day = Math.max(first, firstDay); day < last && day <= lastDay; day++)
      days.add(day, incomeAsset, 0n, income);
  }
  return days.inOrder();
}

class Days {
  private readonly days = new Map<string, FinancialDay>();

  constructor(
    private readonly first: number,
    private readonly last: number,
  ) {}

  add(day: number, asset: string, principal: bigint, income: bigint): void {
    if (day < this.first || day > this.last) return;
    const key = `${day} ${asset}`;
    const before = this.days.get(key) ?? { day, asset, principal: 0n, income: 0n };
    this.days.set(key, {
      day,
      asset,
      principal: before.principal + principal,
      income: before.income + income,
    });
  }

  inOrder(): FinancialDay[] {
    return [...this.days.values()].sort(
      (one, other) => one.day - other.day || (one.asset < other.asset ? -1 : one.asset > other.asset ? 1 : 0),
    );
  }
}

function partOf(column: 'amount' | 'income', by: '/' | '%') {
  return raw<number>`cast(sum(${raw.ref(column)} ${raw.raw(by)} ${raw.lit(PART)}) as bigint)`;
}
