/** Lists of ledger records, transfers, recharges and withdrawals, and of frozen funds. */
import type { ExpressionBuilder } from 'kysely';
import { isAccountKind, type AccountKind } from '../../../../shared/rules/account-kinds';
import { WHOLE_SCOPE, type AuditScope } from '../../../../shared/rules/audit-scope';
import type { Page } from '../../../../shared/wire/fields';
import type { FrozenFundsStatus } from '../../../../shared/wire/staff';
import type { RechargeStatus, WithdrawalStatus } from '../../../../shared/products/wallet/wire';
import { listOf, type PageRequest } from '../../../views/stored/rows/list';
import type { FrozenFundsRow, RechargeRow, ViewsTables, WithdrawalRow } from '../../../views/stored/tables';
import type { ViewsDatabase } from '../../../views/stored/views-database';

export const LEDGER_RECORDS = listOf('ledgerRecords', {
  order: { eventPosition: 'desc', entryIndex: 'desc', account: 'asc' },
  equal: ['account', 'label', 'asset'],
  at: 'at',
  position: 'eventPosition',
  sorts: {
    time: ['at'],
    kind: ['label'],
    asset: ['asset'],
    available: ['asset', 'availableChange'],
    frozen: ['asset', 'frozenChange'],
    locked: ['asset', 'lockedChange'],
  },
});

const MONEY_SORTS = { time: ['at'], asset: ['asset'], amount: ['asset', 'amount'] } as const;

export const TRANSFERS = listOf('transfers', { order: { id: 'desc' }, equal: ['asset'], sorts: MONEY_SORTS });
export const RECHARGES = listOf('recharges', {
  order: { eventPosition: 'desc' },
  equal: ['userId', 'asset', 'status', 'finality'],
  where: { users: (eb: Rows<'recharges'>, users: readonly number[]) => eb('userId', 'in', users) },
  at: 'at',
  sorts: MONEY_SORTS,
});
export const WITHDRAWALS = listOf('withdrawals', {
  order: { id: 'desc' },
  equal: ['userId', 'asset', 'status'],
  where: { users: (eb: Rows<'withdrawals'>, users: readonly number[]) => eb('userId', 'in', users) },
  at: 'appliedAt',
  sorts: { ...MONEY_SORTS, time: ['appliedAt'] },
});
const FROZEN_FUNDS = listOf('frozenFunds', {
  order: { hold: 'desc' },
  equal: ['userId', 'asset', 'account'],
  where: {
    users: (eb: Rows<'frozenFunds'>, users: readonly number[]) => eb('userId', 'in', users),
    status: (eb: Rows<'frozenFunds'>, status: FrozenFundsStatus) =>
      eb('releasedAt', status === 'frozen' ? 'is' : 'is not', null),
  },
  at: 'frozenAt',
});

type Rows<Table extends keyof ViewsTables> = ExpressionBuilder<ViewsTables, Table>;

interface AuditFilters<Status> {
  status?: Status | undefined;
  userId?: number | undefined;
  /** Scope of the requesting auditor. */
  scope?: AuditScope;
}

export function auditedWithdrawals(
  views: ViewsDatabase,
  { scope, ...filters }: AuditFilters<WithdrawalStatus>,
  page: PageRequest,
): Promise<Page<WithdrawalRow>> {
  return WITHDRAWALS.page(views, null, { ...filtersOf(filters), ...scopeFilter(scope) }, page, 'all');
}

export function auditedRecharges(
  views: ViewsDatabase,
  { scope, ...filters }: AuditFilters<RechargeStatus>,
  page: PageRequest,
): Promise<Page<RechargeRow>> {
  return RECHARGES.page(views, null, { ...filtersOf(filters), ...scopeFilter(scope) }, page, 'all');
}

export function auditedFrozenFunds(
  views: ViewsDatabase,
  { scope, ...filters }: AuditFilters<FrozenFundsStatus>,
  page: PageRequest,
): Promise<Page<FrozenFundsRow>> {
  // Funds of the house are not frozen. A scope without accounts gets a placeholder, because SQL has no empty list.
  const account = scope?.accounts && [...scope.accounts.filter(isAccountKind), NONE];
  return FROZEN_FUNDS.page(views, null, { ...filtersOf(filters), ...scopeFilter(scope), account }, page, 'all');
}

const NONE = '' as AccountKind;

/** An auditor's request has more fields than the filters. */
function filtersOf<Status>({ status, userId }: AuditFilters<Status>) {
  return { status, userId };
}

/** The end of a scope is inclusive. */
function scopeFilter({ users, assets, from, to }: AuditScope = WHOLE_SCOPE) {
  return { users, asset: assets, from, to: to === undefined ? undefined : to + 1 };
}
