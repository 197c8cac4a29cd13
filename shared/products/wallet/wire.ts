/** Balances, the records behind them, deposits and withdrawals. */
import { z } from 'zod';
import { ENTRY_LABELS } from '../../rules/entry-kinds';
import {
  accountKind,
  assetName,
  beforeId,
  beforeRecord,
  chainName,
  clientId,
  commandAnswer,
  decimal,
  epochMs,
  id,
  minPosition,
  pageIndex,
  pageSize,
  sortOf,
} from '../../wire/fields';
import { chainAddress } from './address-book';
import { beneficiary } from './beneficiary';
import { balanceSnapshot } from '../../wire/market-data';
import type { Route } from '../../wire/route';
import { listRoute } from '../../wire/usual-routes';
import { fundPassword, secondFactor } from '../identity/proofs';

/** One record of the user's account. Changes are signed decimals. */
export const assetChange = z.object({
  /** Position of the event, number of the entry in it, and the account. */
  record: z.string(),
  at: z.int(),
  account: accountKind,
  asset: assetName,
  label: z.string(),
  availableChange: z.string(),
  frozenChange: z.string(),
  lockedChange: z.string(),
  availableAfter: z.string(),
  frozenAfter: z.string(),
  lockedAfter: z.string(),
  order: id.nullable(),
  trade: id.nullable(),
  withdrawal: id.nullable(),
});
export type AssetChange = z.infer<typeof assetChange>;

/** Unfinished statuses. `submitted`: sent to a chain that pays by itself. `failed`: such a chain will never pay it. */
export const OPEN_WITHDRAWAL_STATUSES = ['applied', 'approved', 'paying', 'submitted', 'failed'] as const;
export type OpenWithdrawalStatus = (typeof OPEN_WITHDRAWAL_STATUSES)[number];
export const WITHDRAWAL_STATUSES = [...OPEN_WITHDRAWAL_STATUSES, 'withdrawn', 'rejected', 'cancelled'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** The status for users: applied until it is paid. Only `applied` withdrawals can be cancelled. */
export function shownStatus(status: WithdrawalStatus): (typeof SHOWN_WITHDRAWAL_STATUSES)[number] {
  return SHOWN_WITHDRAWAL_STATUSES.find((visible) => visible === status) ?? 'applied';
}

/** Statuses of the specification for lists. Users see `applied` until the end. */
export const SHOWN_WITHDRAWAL_STATUSES = ['applied', 'rejected', 'cancelled', 'withdrawn'] as const;

export const withdrawalRecord = z.object({
  withdrawal: id,
  userId: z.int(),
  asset: assetName,
  amount: decimal,
  fee: decimal,
  status: z.enum(WITHDRAWAL_STATUSES),
  shown: z.enum(SHOWN_WITHDRAWAL_STATUSES),
  /** Destination of a coin. */
  chain: chainName.nullable(),
  /** Display name of the network. */
  chainName: z.string().nullable(),
  address: z.string().nullable(),
  /** Destination of legal currency: a bank card of the user, its number masked except for the last four digits. */
  card: id.nullable(),
  bankName: z.string().nullable(),
  cardNumber: z.string().nullable(),
  realName: z.string().nullable(),
  /** Value for limits, in USDT; null without a price. */
  value: decimal.nullable(),
  /** Reason for the rejection. */
  reason: z.string().nullable(),
  /** Reference of the payment. */
  reference: z.string().nullable(),
  appliedAt: z.int(),
  /** Earliest approval, by the owner's own delay; null without one. */
  notBefore: z.int().nullable(),
  approvedAt: z.int().nullable(),
  payingAt: z.int().nullable(),
  endedAt: z.int().nullable(),
});
export type WithdrawalRecord = z.infer<typeof withdrawalRecord>;

/** Sort columns of statements, and of lists of deposits, withdrawals and transfers. */
export const RECORD_SORTS = ['time', 'kind', 'asset', 'available', 'frozen', 'locked'] as const;
export const MONEY_SORTS = ['time', 'asset', 'amount'] as const;

export const assetRecordsRequest = z.strictObject({
  account: accountKind.optional(),
  asset: assetName.optional(),
  label: z.enum(ENTRY_LABELS).optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
  before: beforeRecord,
  sort: sortOf(RECORD_SORTS),
  pageIndex,
  pageSize,
  minPosition,
});

/** A coin needs `chain` and `address`, legal currency `card`. */
export const applyWithdrawalRequest = z.strictObject({
  clientId,
  asset: assetName,
  amount: decimal,
  chain: chainName.optional(),
  address: chainAddress.optional(),
  card: id.optional(),
  /**
   * As in the quote. If the fee has changed, nothing is applied for and the answer is `withdrawal.fee.changed`. Absent:
   * any fee is accepted.
   */
  fee: decimal.optional(),
  /**
   * Owner of the address. Required if the address book has none and the value, with other withdrawals to the address within 24 hours,
   * exceeds `beneficiaryAbove`.
   */
  beneficiary: beneficiary.optional(),
  fundPassword,
  secondFactor: secondFactor.optional(),
});
export type ApplyWithdrawalRequest = z.infer<typeof applyWithdrawalRequest>;
export const cancelWithdrawalRequest = z.strictObject({ clientId, withdrawal: id });
export const withdrawalsRequest = z.strictObject({
  asset: assetName.optional(),
  shown: z.enum(SHOWN_WITHDRAWAL_STATUSES).optional(),
  sort: sortOf(MONEY_SORTS),
  pageIndex,
  pageSize,
  minPosition,
});
export type WithdrawalsRequest = z.infer<typeof withdrawalsRequest>;

/** Current terms of this user's withdrawals of an asset. */
export const withdrawalQuoteRequest = z.strictObject({ asset: assetName, chain: chainName.optional(), minPosition });
export const withdrawalQuote = z.object({
  asset: assetName,
  chain: chainName.nullable(),
  /** Source account. */
  account: accountKind,
  available: decimal,
  fee: decimal,
  minimum: decimal,
  /** Decimals that an amount may have. */
  decimals: z.int(),
  /** The part of the available amount that must stay until deposits are final, since their chains may still revert them. */
  notFinal: decimal,
  /** The current maximum: the available and final amount less the fee, within the limit. */
  maximum: decimal,
  /** Limit per GMT+8 day, in USDT. */
  limit: decimal,
  limitLeft: decimal,
  /** USDT per unit, rounded up as for the limit. Null without a price, and then nothing can be withdrawn. */
  price: decimal.nullable(),
  /** In USDT, over all withdrawals to one address within 24 hours. Above it the address's owner must be known. */
  beneficiaryAbove: decimal,
  /** Hours before a withdrawal can be approved, by the user's own setting. */
  delayHours: z.int(),
  /** Withdrawals are stopped while the exchange reconciles its books. */
  stopped: z.boolean(),
  /** End of the hold on every withdrawal after a change of the account's security; null without one. */
  heldUntil: z.int().nullable(),
  needsSecondFactor: z.boolean(),
  /** Whether a passkey in the header `step-up` can replace it. */
  hasPasskey: z.boolean(),
  /** Without one, withdrawals are not possible. */
  hasFundPassword: z.boolean(),
});
export type WithdrawalQuote = z.infer<typeof withdrawalQuote>;

export const RECHARGE_STATUSES = ['recharging', 'success', 'failure'] as const;
export type RechargeStatus = (typeof RECHARGE_STATUSES)[number];
/** Finality of a credit that its chain could revert. Until `final` it can be traded but not withdrawn. */
export const FINALITIES = ['pending', 'final', 'reverted'] as const;
export type Finality = (typeof FINALITIES)[number];
export const rechargeRecord = z.object({
  /** Null for old credits from before recharges had numbers. */
  recharge: id.nullable(),
  userId: z.int(),
  asset: assetName,
  /** Null for credits by staff, for example bank transfers. */
  chain: z.string().nullable(),
  /** Display name of the network. */
  chainName: z.string().nullable(),
  address: z.string().nullable(),
  /** `<chain>/<transaction>/<output>`, or text by staff. */
  reference: z.string(),
  amount: decimal,
  /** Amount on the chain: amount plus dust. */
  quantity: z.string(),
  /** The part below the asset's last digit; never credited. */
  dust: z.string().nullable(),
  /** Credited amount, 0 before the credit. */
  arrivedAmount: decimal,
  status: z.enum(RECHARGE_STATUSES),
  /** Reason for the failure, as an answer code. `recharge.retracted` may become recharging again. */
  reason: z.string().nullable(),
  confirmations: z.int().nullable(),
  needed: z.int().nullable(),
  /** Null if nothing can revert it, and before the credit. */
  finality: z.enum(FINALITIES).nullable(),
  /** When its chain finalised or reverted it. */
  finalAt: z.int().nullable(),
  /** When it was first seen. */
  at: z.int(),
  endedAt: z.int().nullable(),
});
export type RechargeRecord = z.infer<typeof rechargeRecord>;
export const rechargesRequest = z.strictObject({
  asset: assetName.optional(),
  status: z.enum(RECHARGE_STATUSES).optional(),
  finality: z.enum(FINALITIES).optional(),
  sort: sortOf(MONEY_SORTS),
  pageIndex,
  pageSize,
  minPosition,
});
export type RechargesRequest = z.infer<typeof rechargesRequest>;

export const applyTransferRequest = z.strictObject({
  clientId,
  asset: assetName,
  from: accountKind,
  to: accountKind,
  amount: decimal,
});
export const transferRecord = z.object({
  transfer: id,
  asset: assetName,
  from: accountKind,
  to: accountKind,
  amount: decimal,
  at: z.int(),
});
export type TransferRecord = z.infer<typeof transferRecord>;
export const transfersRequest = z.strictObject({
  asset: assetName.optional(),
  before: beforeId,
  sort: sortOf(MONEY_SORTS),
  pageIndex,
  pageSize,
  minPosition,
});
export type TransfersRequest = z.infer<typeof transfersRequest>;

export const balancesRequest = z.strictObject({ account: accountKind.optional(), minPosition });

export const WALLET_ROUTES = {
  balances: {
    method: 'GET',
    path: '/exchange/app/assets/balances',
    summary: 'Balances of all accounts, or of one',
    access: 'user',
    query: balancesRequest,
    answer: balanceSnapshot,
  },
  records: listRoute(
    '/exchange/app/assets/records',
    'Every change of the balances, newest first',
    assetRecordsRequest,
    assetChange,
  ),
  setHasRecharge: {
    method: 'GET',
    path: '/exchange/app/rechargerecord/setHasRecharge',
    summary: 'True once the user has a recharge',
    access: 'user',
    query: z.strictObject({ minPosition }),
    answer: z.boolean(),
  },
  recharges: listRoute(
    '/exchange/app/rechargerecord/list',
    "The user's recharges, newest first",
    rechargesRequest,
    rechargeRecord,
  ),
  applyTransfer: {
    method: 'POST',
    path: '/exchange/app/transfer/apply',
    summary: 'Move an amount from one account to another',
    access: 'user',
    body: applyTransferRequest,
    answer: commandAnswer.extend({ transfer: id }),
    rate: 'transfers',
  },
  transfers: listRoute(
    '/exchange/app/transfer/list',
    "The user's transfers, newest first",
    transfersRequest,
    transferRecord,
  ),
  applyWithdrawal: {
    method: 'POST',
    path: '/exchange/app/withdraw/apply',
    summary: 'Apply for a withdrawal; amount and fee are frozen',
    access: 'user',
    body: applyWithdrawalRequest,
    answer: commandAnswer.extend({ withdrawal: id }),
    rate: 'transfers',
    takesFactor: true,
  },
  withdrawalQuote: {
    method: 'GET',
    path: '/exchange/app/withdraw/quote',
    summary: 'Fee, minimum, limit left today, and what holds a withdrawal back',
    access: 'user',
    query: withdrawalQuoteRequest,
    answer: withdrawalQuote,
  },
  cancelWithdrawal: {
    method: 'POST',
    path: '/exchange/app/withdraw/cancel',
    summary: 'Take an application back',
    access: 'user',
    body: cancelWithdrawalRequest,
    answer: commandAnswer,
  },
  withdrawals: listRoute(
    '/exchange/app/withdraw/list',
    "The user's withdrawals, newest first",
    withdrawalsRequest,
    withdrawalRecord,
  ),
} as const satisfies Record<string, Route>;
