/** Balances, the records behind them, and money in and out. */
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
import { fundPassword, secondFactor } from '../identity/security';

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

/** Of one that has not ended: `submitted` is with a chain that pays by itself, `failed` is what such a chain never will pay. */
export const OPEN_WITHDRAWAL_STATUSES = ['applied', 'approved', 'paying', 'submitted', 'failed'] as const;
export type OpenWithdrawalStatus = (typeof OPEN_WITHDRAWAL_STATUSES)[number];
export const WITHDRAWAL_STATUSES = [...OPEN_WITHDRAWAL_STATUSES, 'withdrawn', 'rejected', 'cancelled'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** What a user is shown: to them it is applied for until it is paid. Only what is still `applied` can be taken back. */
export function shownStatus(status: WithdrawalStatus): (typeof SHOWN_WITHDRAWAL_STATUSES)[number] {
  return SHOWN_WITHDRAWAL_STATUSES.find((shown) => shown === status) ?? 'applied';
}

/** What the specification calls them, and what lists show: until it has ended it is applied for to the user. */
export const SHOWN_WITHDRAWAL_STATUSES = ['applied', 'rejected', 'cancelled', 'withdrawn'] as const;

export const withdrawalRecord = z.object({
  withdrawal: id,
  userId: z.int(),
  asset: assetName,
  amount: decimal,
  fee: decimal,
  status: z.enum(WITHDRAWAL_STATUSES),
  shown: z.enum(SHOWN_WITHDRAWAL_STATUSES),
  /** Where a coin goes. */
  chain: chainName.nullable(),
  /** What people call the network. */
  chainName: z.string().nullable(),
  address: z.string().nullable(),
  /** Where legal currency goes: a bank card of the user, its number masked but for the last four digits. */
  card: id.nullable(),
  bankName: z.string().nullable(),
  cardNumber: z.string().nullable(),
  realName: z.string().nullable(),
  /** What it counts for in limits, in USDT; null where nothing priced it. */
  value: decimal.nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  /** What it was paid with. */
  reference: z.string().nullable(),
  appliedAt: z.int(),
  /** Nobody approves it before, as its owner wished; null where there is no such wish. */
  notBefore: z.int().nullable(),
  approvedAt: z.int().nullable(),
  payingAt: z.int().nullable(),
  endedAt: z.int().nullable(),
});
export type WithdrawalRecord = z.infer<typeof withdrawalRecord>;

/** By what a statement, and lists of what came in, went out and was moved, are sorted. */
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
  /** As the quote said it: where it is another by now nothing is applied for, `withdrawal.fee.changed`. Without it whatever fee holds is agreed to. */
  fee: decimal.optional(),
  /** Whose address it is: required above `beneficiaryAbove` of the quote, with what went there within 24 hours, where the address book does not say. */
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

/** On which terms this user may withdraw an asset now. */
export const withdrawalQuoteRequest = z.strictObject({ asset: assetName, chain: chainName.optional(), minPosition });
export const withdrawalQuote = z.object({
  asset: assetName,
  chain: chainName.nullable(),
  /** Where it is taken from. */
  account: accountKind,
  available: decimal,
  fee: decimal,
  minimum: decimal,
  /** Digits an amount may have. */
  decimals: z.int(),
  /** Of what is available: what has to stay until deposits are final, as their chains may still take them back. */
  notFinal: decimal,
  /** The most that can be applied for now: what is available and final less the fee, and within the limit. */
  maximum: decimal,
  /** Of a GMT+8 day, in USDT. */
  limit: decimal,
  limitLeft: decimal,
  /** USDT for one unit, rounded up as the limit counts it; null where nothing prices it, and then nothing can go out. */
  price: decimal.nullable(),
  /** Above this value in USDT, in all to one address within 24 hours, a coin goes only where it is known whose address it is. */
  beneficiaryAbove: decimal,
  /** Nobody approves what is applied for within so many hours, as the user wished. */
  delayHours: z.int(),
  /** Nothing goes out while the exchange looks into its books. */
  stopped: z.boolean(),
  /** Until when a change of the account's safety holds every withdrawal; null when none does. */
  heldUntil: z.int().nullable(),
  needsSecondFactor: z.boolean(),
  /** Whether a passkey does in its place, in the header `step-up`. */
  hasPasskey: z.boolean(),
  /** Without one, nothing can be withdrawn. */
  hasFundPassword: z.boolean(),
});
export type WithdrawalQuote = z.infer<typeof withdrawalQuote>;

export const RECHARGE_STATUSES = ['recharging', 'success', 'failure'] as const;
export type RechargeStatus = (typeof RECHARGE_STATUSES)[number];
/** Of a credit that its chain could take back: until it is `final` it is traded with and does not leave. */
export const FINALITIES = ['pending', 'final', 'reverted'] as const;
export type Finality = (typeof FINALITIES)[number];
export const rechargeRecord = z.object({
  /** Null for credits of the time when recharges had no numbers. */
  recharge: id.nullable(),
  userId: z.int(),
  asset: assetName,
  /** Null for what staff credited: bank transfers, for example. */
  chain: z.string().nullable(),
  /** What people call the network. */
  chainName: z.string().nullable(),
  address: z.string().nullable(),
  /** `<chain>/<transaction>/<output>`, or what staff wrote. */
  reference: z.string(),
  amount: decimal,
  /** What the chain showed: amount and dust together. */
  quantity: z.string(),
  /** What came behind the last digit of the asset; never credited. */
  dust: z.string().nullable(),
  /** What was credited: the amount, or nothing yet. */
  arrivedAmount: decimal,
  status: z.enum(RECHARGE_STATUSES),
  /** Why it is a failure, as a code of answers; `recharge.retracted` may become recharging again. */
  reason: z.string().nullable(),
  confirmations: z.int().nullable(),
  needed: z.int().nullable(),
  /** Null where nothing takes it back, and before it is credited. */
  finality: z.enum(FINALITIES).nullable(),
  /** When its chain called it final, or took it back. */
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
