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
import { balanceSnapshot } from './market-data';
import type { Route } from './route';

/** One record of the user's account. Changes are signed decimals. */
export const assetChange = z.object({
  /** Position of the event and number of the entry in it. */
  record: z.string(),
  at: z.int(),
  asset: assetName,
  label: z.string(),
  availableChange: z.string(),
  frozenChange: z.string(),
  availableAfter: z.string(),
  frozenAfter: z.string(),
  order: id.nullable(),
  trade: id.nullable(),
  withdrawal: id.nullable(),
});
export type AssetChange = z.infer<typeof assetChange>;

export const WITHDRAWAL_STATUSES = ['applied', 'paid', 'rejected', 'cancelled'] as const;
export const withdrawalRecord = z.object({
  withdrawal: id,
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
export const cancelWithdrawalRequest = z.strictObject({ clientId, withdrawal: id });
export type CancelWithdrawalRequest = z.infer<typeof cancelWithdrawalRequest>;
export const withdrawalsRequest = z.strictObject({ pageIndex, pageSize, minPosition });
export type WithdrawalsRequest = z.infer<typeof withdrawalsRequest>;

/** Only what was credited is known yet, so the status is always success. */
export const rechargeRecord = z.object({
  asset: assetName,
  amount: decimal,
  reference: z.string(),
  status: z.literal('success'),
  at: z.int(),
});
export type RechargeRecord = z.infer<typeof rechargeRecord>;
export const rechargesRequest = z.strictObject({ pageIndex, pageSize, minPosition });
export type RechargesRequest = z.infer<typeof rechargesRequest>;

export const WALLET_ROUTES = {
  balances: {
    method: 'GET',
    path: '/exchange/app/assets/balances',
    summary: 'Balances of the spot account',
    access: 'user',
    query: z.strictObject({ minPosition }),
    answer: balanceSnapshot,
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
  recharges: {
    method: 'POST',
    path: '/exchange/app/rechargerecord/list',
    summary: "The user's recharges, newest first",
    access: 'user',
    body: rechargesRequest,
    answer: pageOf(rechargeRecord),
  },
  applyWithdrawal: {
    method: 'POST',
    path: '/exchange/app/withdraw/apply',
    summary: 'Apply for a withdrawal; amount and fee are frozen',
    access: 'user',
    body: applyWithdrawalRequest,
    answer: commandAnswer.extend({ withdrawal: id }),
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
