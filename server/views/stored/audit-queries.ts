/** What auditors ask of the read models, and how much of everything waits for staff. Newest first. */
import { isAccountKind } from '../../../shared/rules/account-kinds';
import { WHOLE_SCOPE, type AuditScope } from '../../../shared/rules/audit-scope';
import type { FrozenFundsStatus } from '../../../shared/wire/staff';
import {
  OPEN_WITHDRAWAL_STATUSES,
  type OpenWithdrawalStatus,
  type RechargeStatus,
  type WithdrawalStatus,
} from '../../../shared/wire/wallet';
import { countAll, pageOf, type Page, type PageRequest } from './paging';
import type { FrozenFundsRow, RechargeRow, WithdrawalRow } from './tables';
import type { ViewsDatabase } from './views-database';

interface AuditFilters<Status> {
  status?: Status | undefined;
  userId?: number | undefined;
  /** What whoever asks may see of them. */
  scope?: AuditScope;
}

export async function auditedWithdrawals(
  views: ViewsDatabase,
  { status, userId, scope = WHOLE_SCOPE }: AuditFilters<WithdrawalStatus>,
  request: PageRequest,
): Promise<Page<WithdrawalRow>> {
  let matching = views.sql.selectFrom('withdrawals');
  if (scope.users) matching = matching.where('userId', 'in', scope.users);
  if (scope.assets) matching = matching.where('asset', 'in', scope.assets);
  if (scope.from !== undefined) matching = matching.where('appliedAt', '>=', scope.from);
  if (scope.to !== undefined) matching = matching.where('appliedAt', '<=', scope.to);
  if (status !== undefined) matching = matching.where('status', '=', status);
  if (userId !== undefined) matching = matching.where('userId', '=', userId);
  return pageOf(request, countAll(views, matching), matching.selectAll().orderBy('id', 'desc'));
}

export async function auditedRecharges(
  views: ViewsDatabase,
  { status, userId, scope = WHOLE_SCOPE }: AuditFilters<RechargeStatus>,
  request: PageRequest,
): Promise<Page<RechargeRow>> {
  let matching = views.sql.selectFrom('recharges');
  if (scope.users) matching = matching.where('userId', 'in', scope.users);
  if (scope.assets) matching = matching.where('asset', 'in', scope.assets);
  if (scope.from !== undefined) matching = matching.where('at', '>=', scope.from);
  if (scope.to !== undefined) matching = matching.where('at', '<=', scope.to);
  if (status !== undefined) matching = matching.where('status', '=', status);
  if (userId !== undefined) matching = matching.where('userId', '=', userId);
  return pageOf(request, countAll(views, matching), matching.selectAll().orderBy('eventPosition', 'desc'));
}

export async function auditedFrozenFunds(
  views: ViewsDatabase,
  { status, userId, scope = WHOLE_SCOPE }: AuditFilters<FrozenFundsStatus>,
  request: PageRequest,
): Promise<Page<FrozenFundsRow>> {
  let matching = views.sql.selectFrom('frozenFunds');
  if (scope.users) matching = matching.where('userId', 'in', scope.users);
  if (scope.assets) matching = matching.where('asset', 'in', scope.assets);
  if (scope.from !== undefined) matching = matching.where('frozenAt', '>=', scope.from);
  if (scope.to !== undefined) matching = matching.where('frozenAt', '<=', scope.to);
  // Of the house nothing is frozen: a list of none is not asked for.
  if (scope.accounts) matching = matching.where('account', 'in', [...scope.accounts.filter(isAccountKind), NONE]);
  if (status !== undefined) matching = matching.where('releasedAt', status === 'frozen' ? 'is' : 'is not', null);
  if (userId !== undefined) matching = matching.where('userId', '=', userId);
  return pageOf(request, countAll(views, matching), matching.selectAll().orderBy('hold', 'desc'));
}

export interface PendingMoney {
  withdrawals: Record<OpenWithdrawalStatus, number>;
  recharges: number;
}

export async function pendingMoney({ sql }: ViewsDatabase): Promise<PendingMoney> {
  const rows = await sql
    .selectFrom('withdrawals')
    .select(['status', ({ fn }) => fn.countAll<number>().as('total')])
    .where('status', 'in', OPEN_WITHDRAWAL_STATUSES)
    .groupBy('status')
    .execute();
  const { total } = await sql
    .selectFrom('recharges')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('status', '=', 'recharging')
    .executeTakeFirstOrThrow();
  const countOf = (status: WithdrawalStatus): number => rows.find((row) => row.status === status)?.total ?? 0;
  const withdrawals = {
    applied: countOf('applied'),
    approved: countOf('approved'),
    paying: countOf('paying'),
    submitted: countOf('submitted'),
    failed: countOf('failed'),
  };
  return { withdrawals, recharges: total };
}

const NONE = '' as 'spot';
