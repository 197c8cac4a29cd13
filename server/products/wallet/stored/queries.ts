/** What those who move money read of the read models: by reference, by state, by day. */
import {
  OPEN_WITHDRAWAL_STATUSES,
  type OpenWithdrawalStatus,
  type WithdrawalStatus,
} from '../../../../shared/products/wallet/wire';
import type { RechargeRow, WithdrawalRow } from '../../../views/stored/tables';
import type { ViewsDatabase } from '../../../views/stored/views-database';

/** A user's recharge by what it is called in the journal. */
export function rechargeByReference(
  { sql }: ViewsDatabase,
  user: number,
  reference: string,
): Promise<RechargeRow | undefined> {
  const recharges = sql.selectFrom('recharges').selectAll().where('userId', '=', user);
  return recharges.where('reference', '=', reference).executeTakeFirst();
}

/** Units that were frozen for this reason of a user's, released since or not. */
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

/** Whether one of a user's withdrawals before this one went to the same place, whatever became of it. */
export async function wasWithdrawnTo(
  { sql }: ViewsDatabase,
  { id, userId, chain, card }: Pick<WithdrawalRow, 'id' | 'userId' | 'chain' | 'card'>,
  /** The address in each form in which the journal may have it. */
  addresses: readonly string[],
): Promise<boolean> {
  let before = sql.selectFrom('withdrawals').select('id').where('userId', '=', userId).where('id', '<', id);
  if (card !== null) before = before.where('card', '=', card);
  else before = before.where('chain', '=', chain).where('address', 'in', addresses);
  return (await before.limit(1).executeTakeFirst()) !== undefined;
}

/** How many have been in this status since before `since`. */
export async function overdueWithdrawals(
  { sql }: ViewsDatabase,
  status: keyof typeof SINCE,
  since: number,
): Promise<number> {
  const withdrawals = sql.selectFrom('withdrawals').where('status', '=', status).where(SINCE[status], '<', since);
  const { total } = await withdrawals.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** Since when a withdrawal waits in its status; once its payout has started, since then, however far that has come. */
export const SINCE = {
  applied: 'appliedAt',
  approved: 'approvedAt',
  paying: 'payingAt',
  submitted: 'payingAt',
  failed: 'payingAt',
} as const satisfies Record<OpenWithdrawalStatus, keyof WithdrawalRow>;

/** What of a user's limit is used up since `from`, in USDT units of scale 8: all but what went back. `to` is one address, as the journal has it. */
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

/** Those of a user that left on a chain. */
export async function paidWithdrawals(
  { sql }: ViewsDatabase,
  user: number,
  ids: readonly number[],
): Promise<Pick<WithdrawalRow, 'id' | 'reference'>[]> {
  if (ids.length === 0) return [];
  const own = sql.selectFrom('withdrawals').select(['id', 'reference']).where('userId', '=', user);
  return own
    .where('id', 'in', [...ids])
    .where('chain', 'is not', null)
    .execute();
}

/** Deposits on chains that a user was credited with, `last` included. */
export function creditedBetween(
  { sql }: ViewsDatabase,
  user: number,
  first: number,
  last: number,
): Promise<Pick<RechargeRow, 'asset' | 'amount' | 'reference' | 'endedAt'>[]> {
  const own = sql
    .selectFrom('recharges')
    .select(['asset', 'amount', 'reference', 'endedAt'])
    .where('userId', '=', user);
  return own.where('chain', 'is not', null).where('endedAt', '>=', first).where('endedAt', '<=', last).execute();
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
