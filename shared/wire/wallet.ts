/** Balances, the records behind them, and money in and out. */
import { z } from 'zod';
import { ENTRY_LABELS } from '../rules/entry-kinds';
import {
  assetName,
  clientId,
  commandAnswer,
  decimal,
  epochMs,
  id,
  minPosition,
  pageIndex,
  pageOf,
  pageSize,
} from './fields';
import type { Route } from './route';

export const balanceRecord = z.object({ asset: assetName, available: decimal, frozen: decimal, locked: decimal });
export type BalanceRecord = z.infer<typeof balanceRecord>;

/** One record of the user's account. Changes are signed decimals. */
export const assetChange = z.object({
  /** Position of the event and number of the entry in it. */
  recordId: z.string(),
  at: z.int(),
  asset: assetName,
  label: z.string(),
  /** Change of each bucket. */
  available: z.string(),
  frozen: z.string(),
  locked: z.string(),
});
export type AssetChange = z.infer<typeof assetChange>;

export const WITHDRAWAL_STATUSES = ['applied', 'rejected', 'withdrawn', 'cancelled'] as const;
export const withdrawalRecord = z.object({
  withdrawalId: id,
  userId: z.int(),
  asset: assetName,
  amount: decimal,
  fee: decimal,
  status: z.enum(WITHDRAWAL_STATUSES),
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  appliedAt: z.int(),
  endedAt: z.int().nullable(),
});
export type WithdrawalRecord = z.infer<typeof withdrawalRecord>;

export const assetRecordsRequest = z.strictObject({
  asset: assetName.optional(),
  label: z.enum(ENTRY_LABELS).optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
  pageIndex,
  pageSize,
  minPosition,
});
export type AssetRecordsRequest = z.infer<typeof assetRecordsRequest>;

export const applyWithdrawalRequest = z.strictObject({ clientId, asset: assetName, amount: decimal });
export type ApplyWithdrawalRequest = z.infer<typeof applyWithdrawalRequest>;
export const cancelWithdrawalRequest = z.strictObject({ clientId, withdrawalId: id });
export type CancelWithdrawalRequest = z.infer<typeof cancelWithdrawalRequest>;
export const withdrawalsRequest = z.strictObject({
  status: z.enum(WITHDRAWAL_STATUSES).optional(),
  pageIndex,
  pageSize,
  minPosition,
});
export type WithdrawalsRequest = z.infer<typeof withdrawalsRequest>;

export const WALLET_ROUTES = {
  balances: {
    method: 'GET',
    path: '/exchange/app/assets/balances',
    summary: 'Balances of the spot account',
    access: 'user',
    query: z.strictObject({ minPosition }),
    answer: z.array(balanceRecord),
  },
  records: {
    method: 'POST',
    path: '/exchange/app/assets/records',
    summary: 'Every change of the balances, newest first',
    access: 'user',
    body: assetRecordsRequest,
    answer: pageOf(assetChange),
  },
  setHasRecharge: {
    method: 'GET',
    path: '/exchange/app/rechargerecord/setHasRecharge',
    summary: 'True once the user has a recharge',
    access: 'user',
    query: z.strictObject({ minPosition }),
    answer: z.boolean(),
  },
  applyWithdrawal: {
    method: 'POST',
    path: '/exchange/app/withdraw/apply',
    summary: 'Apply for a withdrawal; amount and fee are frozen',
    access: 'user',
    body: applyWithdrawalRequest,
    answer: commandAnswer.extend({ withdrawalId: id }),
  },
  cancelWithdrawal: {
    method: 'POST',
    path: '/exchange/app/withdraw/cancel',
    summary: 'Take an application back',
    access: 'user',
    body: cancelWithdrawalRequest,
    answer: commandAnswer,
  },
  withdrawals: {
    method: 'POST',
    path: '/exchange/app/withdraw/list',
    summary: "The user's withdrawals, newest first",
    access: 'user',
    body: withdrawalsRequest,
    answer: pageOf(withdrawalRecord),
  },
} as const satisfies Record<string, Route>;
