/** Read-model queries for staff and code that move money: by reference, by state, by day. */
import {
  OPEN_WITHDRAWAL_STATUSES,
  type OpenWithdrawalStatus,
  type WithdrawalStatus,
} from '../../../../shared/products/wallet/wire';
import type { RechargeRow, WithdrawalRow } from '../../../views/stored/tables';
import type { ViewsDatabase } from '../../../views/stored/views-database';

/** Returns a user's recharge by its reference in the journal. */
export function rechargeByReference(
  { sql }: ViewsDatabase,
  user: number,
  reference: string,
): Promise<RechargeRow | undefined> {
  const recharges = sql.selectFrom('recharges').selectAll().where('userId', '=', user);
  return recharges.where('reference', '=', reference).executeTakeFirst();
}

/** Units ever frozen for this reason for a user, including released ones. */
export async function frozenFor({ sql }: ViewsDatabase, user: number, reason: string): Promise<bigint> {
  const frozen = sql.selectFrom('frozenFunds').select('amount').where('userId', '=', user);
  const rows = await frozen.where('reason', '=', reason).execute();
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}

export function rechargeById({ sql }: ViewsDatabase, id: number): Promise<RechargeRow | undefined> {
  return sql.selectFrom('recharges').selectAll().where('id', '=', id).executeTakeFirst();
}

export function withdrawalById({ sql }: ViewsDatabase, id: number): Promise<WithdrawalRow | undefined> {
  return sql.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether an earlier withdrawal of the user had the same destination, with any outcome. */
export async function wasWithdrawnTo(
  { sql }: ViewsDatabase,
  { id, userId, chain, card }: Pick<WithdrawalRow, 'id' | 'userId' | 'chain' | 'card'>,
  /** The address in every form that the journal may contain. */
  addresses: readonly string[],
): Promise<boolean> {
  let before = sql.selectFrom('withdrawals').select('id').where('userId', '=', userId).where('id', '<', id);
  if (card !== null) before = before.where('card', '=', card);
  else before = before.where('chain', '=', chain).where('address', 'in', addresses);
  return (await before.limit(1).executeTakeFirst()) !== undefined;
}

/** Number of withdrawals in this status since before `since`. */
export async function overdueWithdrawals(
  { sql }: ViewsDatabase,
  status: keyof typeof SINCE_COLUMN,
  since: number,
): Promise<number> {
  const withdrawals = sql
    .selectFrom('withdrawals')
    .where('status', '=', status)
    .where(SINCE_COLUMN[status], '<', since);
  const { total } = await withdrawals.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** Time since which a withdrawal waits in its status; after the start of its payout, the time of that start. */
export const SINCE_COLUMN = {
  applied: 'appliedAt',
  approved: 'approvedAt',
  paying: 'payingAt',
  submitted: 'payingAt',
  failed: 'payingAt',
} as const satisfies Record<OpenWithdrawalStatus, keyof WithdrawalRow>;

/**
 * Returns the used part of a user's limit since `from`, in USDT units of scale 8: all applications except returned ones. `to` is one
 * address in the journal's form.
 */
export async function withdrawnSince(
  { sql }: ViewsDatabase,
  user: number,
  from: number,
  to?: { chain: string; address: string },
): Promise<bigint> {
  let withdrawals = sql
    .selectFrom('withdrawals')
    .select('value')
    .where('userId', '=', user)
    .where('appliedAt', '>=', from)
    .where('status', 'in', [...OPEN_WITHDRAWAL_STATUSES, 'withdrawn']);
  if (to) withdrawals = withdrawals.where('chain', '=', to.chain).where('address', '=', to.address);
  const rows = await withdrawals.execute();
  return rows.reduce((total, { value }) => total + (value ?? 0n), 0n);
}

/** A user's withdrawals paid on a chain. */
export async function paidWithdrawals(
  { sql }: ViewsDatabase,
  user: number,
  ids: readonly number[],
): Promise<Pick<WithdrawalRow, 'id' | 'reference'>[]> {
  if (ids.length === 0) return [];
  const userWithdrawals = sql.selectFrom('withdrawals').select(['id', 'reference']).where('userId', '=', user);
  return userWithdrawals
    .where('id', 'in', [...ids])
    .where('chain', 'is not', null)
    .execute();
}

/** A user's credited deposits on chains, up to and including `last`. */
export function creditedBetween(
  { sql }: ViewsDatabase,
  user: number,
  first: number,
  last: number,
): Promise<Pick<RechargeRow, 'asset' | 'amount' | 'reference' | 'endedAt'>[]> {
  const userRecharges = sql
    .selectFrom('recharges')
    .select(['asset', 'amount', 'reference', 'endedAt'])
    .where('userId', '=', user);
  return userRecharges
    .where('chain', 'is not', null)
    .where('endedAt', '>=', first)
    .where('endedAt', '<=', last)
    .execute();
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
