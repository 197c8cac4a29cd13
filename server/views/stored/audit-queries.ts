/** What auditors ask of the read models, and how much of everything waits for staff. Newest first. */
import type { RechargeStatus, WithdrawalStatus } from '../../../shared/wire/wallet';
import type { Page, PageRequest } from './paging';
import type { RechargeRow, WithdrawalRow } from './tables';
import type { ViewsDatabase } from './views-database';

interface AuditFilters<Status> {
  status?: Status | undefined;
  userId?: number | undefined;
}

export async function auditedWithdrawals(
  { sql }: ViewsDatabase,
  { status, userId }: AuditFilters<WithdrawalStatus>,
  { pageIndex, pageSize }: PageRequest,
): Promise<Page<WithdrawalRow>> {
  let matching = sql.selectFrom('withdrawals');
  if (status !== undefined) matching = matching.where('status', '=', status);
  if (userId !== undefined) matching = matching.where('userId', '=', userId);
  const page = matching.selectAll().orderBy('id', 'desc').limit(pageSize);
  const records = await page.offset((pageIndex - 1) * pageSize).execute();
  const count = matching.select(({ fn }) => fn.countAll<number>().as('total'));
  return { records, ...(await count.executeTakeFirstOrThrow()), pageIndex, pageSize };
}

export async function auditedRecharges(
  { sql }: ViewsDatabase,
  { status, userId }: AuditFilters<RechargeStatus>,
  { pageIndex, pageSize }: PageRequest,
): Promise<Page<RechargeRow>> {
  let matching = sql.selectFrom('recharges');
  if (status !== undefined) matching = matching.where('status', '=', status);
  if (userId !== undefined) matching = matching.where('userId', '=', userId);
  const page = matching.selectAll().orderBy('eventPosition', 'desc').limit(pageSize);
  const records = await page.offset((pageIndex - 1) * pageSize).execute();
  const count = matching.select(({ fn }) => fn.countAll<number>().as('total'));
  return { records, ...(await count.executeTakeFirstOrThrow()), pageIndex, pageSize };
}

export interface PendingMoney {
  withdrawals: Record<'applied' | 'approved' | 'paying', number>;
  recharges: number;
}

export async function pendingMoney({ sql }: ViewsDatabase): Promise<PendingMoney> {
  const rows = await sql
    .selectFrom('withdrawals')
    .select(['status', ({ fn }) => fn.countAll<number>().as('total')])
    .where('status', 'in', ['applied', 'approved', 'paying'])
    .groupBy('status')
    .execute();
  const { total } = await sql
    .selectFrom('recharges')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('status', '=', 'recharging')
    .executeTakeFirstOrThrow();
  const count = (status: WithdrawalStatus): number => rows.find((row) => row.status === status)?.total ?? 0;
  const withdrawals = { applied: count('applied'), approved: count('approved'), paying: count('paying') };
  return { withdrawals, recharges: total };
}
