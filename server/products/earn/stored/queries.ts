/** Lists of purchases of financial products and of mining, and their income by day. */
import { sql as raw, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { dayOf, dayStart } from '../../../../shared/rules/days';
import { allocationStartsAt } from '../../../../shared/products/earn/rules/income';
import type { FinancialStatus, MiningStatus } from '../../../../shared/products/earn/wire';
import { listOf } from '../../../views/stored/rows/list';
import type { ViewsTables } from '../../../views/stored/tables';
import type { ViewsDatabase } from '../../../views/stored/views-database';
import type { FinancialPurchaseRow } from './tables';

const HOUR_MS = 3_600_000;

type Purchases<Table extends 'financialPurchases' | 'miningPurchases'> = ExpressionBuilder<ViewsTables, Table>;
type States<Status extends string, Table extends 'financialPurchases' | 'miningPurchases'> = Readonly<
  Record<Status, (eb: Purchases<Table>, now: number) => Expression<SqlBool>>
>;

interface PointInTime {
  now: number;
}

const FINANCIAL: States<FinancialStatus, 'financialPurchases'> = {
  buying: (eb, now) => eb.and([eb('outcome', 'is', null), eb('startsAt', '>', now)]),
  earning: (eb, now) => eb.and([eb('outcome', 'is', null), eb('startsAt', '<=', now)]),
  settled: (eb) => eb('outcome', 'in', ['settled', 'left']),
  cancelled: (eb) => eb('outcome', '=', 'cancelled'),
};

/** Purchases from this time on are not in allocation yet. */
const allocationHourOf = (now: number): number => allocationStartsAt(now) - HOUR_MS;
const isAllocating = (eb: Purchases<'miningPurchases'>, now: number) =>
  eb.and([eb('endedAt', 'is', null), eb('startsAt', '>', now)]);
const MINING: States<MiningStatus, 'miningPurchases'> = {
  participated: (eb, now) => eb.and([isAllocating(eb, now), eb('boughtAt', '>=', allocationHourOf(now))]),
  allocating: (eb, now) => eb.and([isAllocating(eb, now), eb('boughtAt', '<', allocationHourOf(now))]),
  mining: (eb, now) => eb.and([eb('endedAt', 'is', null), eb('startsAt', '<=', now)]),
  ended: (eb) => eb('endedAt', 'is not', null),
};

const PURCHASES = {
  order: { id: 'desc' },
  equal: ['product'],
  at: 'boughtAt',
  sorts: { time: ['boughtAt'], amount: ['asset', 'amount'], start: ['startsAt'], expiry: ['expiresAt'] },
} as const;

export const FINANCIAL_PURCHASES = listOf('financialPurchases', {
  ...PURCHASES,
  where: {
    status: (eb: Purchases<'financialPurchases'>, status: FinancialStatus, { now }: PointInTime) =>
      FINANCIAL[status](eb, now),
  },
});
export const MINING_PURCHASES = listOf('miningPurchases', {
  ...PURCHASES,
  where: {
    status: (eb: Purchases<'miningPurchases'>, status: MiningStatus, { now }: PointInTime) => MINING[status](eb, now),
  },
});

export function financialPurchaseById({ sql }: ViewsDatabase, id: number): Promise<FinancialPurchaseRow | undefined> {
  return sql.selectFrom('financialPurchases').selectAll().where('id', '=', id).executeTakeFirst();
}

export interface IncomeDay {
  /** Day number of `dayOf`. */
  day: number;
  asset: string;
  principal: bigint;
  income: bigint;
}

/** Income and principal by day and coin, paid or due, oldest first. */
export async function financialDays(
  { sql }: ViewsDatabase,
  user: number,
  firstDay: number,
  lastDay: number,
): Promise<IncomeDay[]> {
  const rows = await sql
    .selectFrom('financialPurchases')
    .select((eb) => [
      eb.ref('returnsOn').$castTo<number>().as('day'),
      'asset',
      ...exactSumColumns(raw`amount`, 'principal'),
      // A purchase left early brings no income.
      ...exactSumColumns(raw`case when outcome = 'left' then 0 else income end`, 'income'),
    ])
    .where('userId', '=', user)
    .where('returnsOn', '>=', firstDay)
    .where('returnsOn', '<=', lastDay)
    .groupBy(['returnsOn', 'asset'])
    .orderBy('returnsOn')
    .orderBy('asset')
    .execute();
  return rows.map(({ day, asset, ...sums }) => ({ day, asset, ...totalOf(sums) }));
}

/**
 * Income and principal by day and coin, paid or due, oldest first. Purchases of one term are summed before they are
 * spread over days, so the cost depends on terms and days, not on purchases.
 */
export async function miningDays(
  { sql }: ViewsDatabase,
  user: number,
  firstDay: number,
  lastDay: number,
): Promise<IncomeDay[]> {
  const terms = await sql
    .selectFrom('miningPurchases')
    .select(['asset', 'incomeAsset', 'payout', 'startsAt', 'expiresAt', 'termDays'])
    .select([...exactSumColumns(raw`amount`, 'principal'), ...exactSumColumns(raw`income`, 'income')])
    .where('userId', '=', user)
    .where('expiresAt', '>=', dayStart(firstDay))
    .where('startsAt', '<', dayStart(lastDay + 1))
    .groupBy(['asset', 'incomeAsset', 'payout', 'startsAt', 'expiresAt', 'termDays'])
    .execute();
  const days = new IncomeByDay(firstDay, lastDay);
  for (const { asset, incomeAsset, payout, startsAt, expiresAt, termDays, ...sums } of terms) {
    const [first, last] = [dayOf(startsAt), dayOf(expiresAt)];
    const { principal, income } = totalOf(sums);
    days.add(last, asset, principal, 0n);
    if (payout === 'end') {
      days.add(last, incomeAsset, 0n, income * BigInt(termDays));
      continue;
    }
    for (let day = Math.max(first, firstDay); day < last && day <= lastDay; day++)
      days.add(day, incomeAsset, 0n, income);
  }
  return days.inOrder();
}

class IncomeByDay {
  private readonly days = new Map<string, IncomeDay>();

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

  inOrder(): IncomeDay[] {
    return [...this.days.values()].sort(
      (one, other) => one.day - other.day || (one.asset < other.asset ? -1 : one.asset > other.asset ? 1 : 0),
    );
  }
}

const SUM_PART = 1_000_000_000;
type Sums = Record<`${'principal' | 'income'}${'High' | 'Low'}`, number>;

/** Sums of amounts may exceed 64 bits, so each is computed in two parts. */
function exactSumColumns<Name extends 'principal' | 'income'>(value: RawBuilder<unknown>, name: Name) {
  const partialSum = (operator: '/' | '%') =>
    raw<number>`cast(sum((${value}) ${raw.raw(operator)} ${raw.lit(SUM_PART)}) as bigint)`;
  return [partialSum('/').as(`${name}High`), partialSum('%').as(`${name}Low`)] as const;
}

function totalOf(sums: Sums): Pick<IncomeDay, 'principal' | 'income'> {
  const joined = (high: number, low: number): bigint => BigInt(high) * BigInt(SUM_PART) + BigInt(low);
  return {
    principal: joined(sums.principalHigh, sums.principalLow),
    income: joined(sums.incomeHigh, sums.incomeLow),
  };
}
