/** Mining: a coin is staked for a term, and brings an income by the day. Rates are parts per billion a day. */
import { z } from 'zod';
import { assetName, clientId, commandAnswer, decimal, epochMs, id, minPosition, pageOf } from './fields';
import {
  earnDay,
  earnDaysRequest,
  earnProductName,
  earnSale,
  financialExportRequest,
  financialHolding,
  financialRecordsRequest,
} from './financial';
import type { Route } from './route';

export const miningPayout = z.enum(['daily', 'end']);

export const miningProduct = z.strictObject({
  /** By which commands name it. */
  product: earnProductName,
  name: z.string(),
  /** Staked, and what income is paid in; how many decimals their amounts have. */
  asset: assetName,
  scale: z.int(),
  incomeAsset: assetName,
  incomeScale: z.int(),
  termDays: z.int(),
  dailyRatePpb: z.int(),
  payout: miningPayout,
  /** To the inviter: a part of the principal, once, or of each income; null: none. */
  rebate: z.strictObject({ type: z.enum(['purchase', 'income']), ratioPpb: z.int() }).nullable(),
  quota: decimal,
  remaining: decimal,
  /** Of one purchase, and of what one user has of it altogether. */
  amountMin: decimal,
  amountMax: decimal,
  state: earnSale,
});
export type MiningProduct = z.infer<typeof miningProduct>;

/** Bought; in allocation from the next full hour on; mining from the next midnight on; went back after its term. */
export const miningStatus = z.enum(['participated', 'allocating', 'mining', 'ended']);
export type MiningStatus = z.infer<typeof miningStatus>;

export const miningHolding = z.strictObject({
  purchase: id,
  product: earnProductName,
  name: z.string(),
  asset: assetName,
  amount: decimal,
  incomeAsset: assetName,
  /** As bought. */
  termDays: z.int(),
  dailyRatePpb: z.int(),
  payout: miningPayout,
  /** Fixed at the purchase. */
  incomeADay: decimal,
  boughtAt: epochMs,
  /** The full hour from which the allocation is in progress. */
  allocatingFrom: epochMs,
  startsAt: epochMs,
  /** When the principal goes back. */
  expiresAt: epochMs,
  /** Null when nothing more is to come. */
  nextPayoutAt: epochMs.nullable(),
  /** Of the whole term, and what of it has been paid. */
  expected: decimal,
  generated: decimal,
  /** Goes on from `participated` to `mining` as the server's time does: no push says so. */
  status: miningStatus,
});
export type MiningHolding = z.infer<typeof miningHolding>;

/** Snapshot of the private channel `earn`: what is held. */
export const earnHoldings = z.strictObject({
  position: z.int().min(-1),
  financial: z.array(financialHolding),
  mining: z.array(miningHolding),
});
export type EarnHoldings = z.infer<typeof earnHoldings>;

/** What one batch did: purchases as they are after it, also those that it ended, which are held no more. */
export const earnUpdate = earnHoldings.extend({ at: z.int() });
export type EarnUpdate = z.infer<typeof earnUpdate>;

/** As pushes of private channels are. */
export const earnPush = z.strictObject({
  from: z.int().min(-1),
  to: z.int().min(-1),
  at: z.int(),
  updates: z.array(earnUpdate),
});
export type EarnPush = z.infer<typeof earnPush>;

export const buyMiningRequest = z.strictObject({ clientId, product: earnProductName, amount: decimal });
export type BuyMiningRequest = z.infer<typeof buyMiningRequest>;
/** Newest first. */
export const miningRecordsRequest = financialRecordsRequest.extend({ status: miningStatus.optional() });
export type MiningRecordsRequest = z.infer<typeof miningRecordsRequest>;
export const miningExportRequest = financialExportRequest.extend({ status: miningStatus.optional(), minPosition });
export type MiningExportRequest = z.infer<typeof miningExportRequest>;

const PATH = '/exchange/app/mining';

export const MINING_ROUTES = {
  products: {
    method: 'GET',
    path: `${PATH}/products`,
    summary: 'Mining products, their terms, and what of each is left',
    access: 'public',
    answer: z.array(miningProduct),
  },
  buy: {
    method: 'POST',
    path: `${PATH}/buy`,
    summary: 'Stake a coin in mining; it is locked until the term is over',
    access: 'user',
    body: buyMiningRequest,
    answer: commandAnswer.extend({ purchase: id }),
    rate: 'orders',
    trades: true,
  },
  records: {
    method: 'POST',
    path: `${PATH}/records`,
    summary: 'Mining of the user, held and over',
    access: 'user',
    body: miningRecordsRequest,
    answer: pageOf(miningHolding),
  },
  calendar: {
    method: 'POST',
    path: `${PATH}/calendar`,
    summary: 'What mining brings by day, paid and still to be, at most 400 days',
    access: 'user',
    body: earnDaysRequest,
    answer: z.array(earnDay),
  },
  export: {
    method: 'GET',
    path: `${PATH}/export`,
    summary: 'Mining of any time as a CSV file',
    access: 'user',
    query: miningExportRequest,
    answers: 'text/csv',
    answer: z.string(),
  },
} as const satisfies Record<string, Route>;
