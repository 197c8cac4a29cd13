/**
 * Financial products and mining: a coin for a fixed term at a fixed rate. Rates are parts per billion, per year or per
 * day. Amounts are decimal strings.
 */
import { z } from 'zod';
import {
  assetName,
  beforeId,
  clientId,
  commandAnswer,
  daysRequest,
  decimal,
  epochMs,
  id,
  minPosition,
  pageIndex,
  pageSize,
  sortOf,
} from '../../wire/fields';
import { withTrades, type Route } from '../../wire/route';
import { commandRoute, csvRoute, listRoute } from '../../wire/usual-routes';

/** Name in commands, such as `USDT-7`. The core validates it. */
export const earnProductName = z.string().min(1).max(32).meta({ example: 'USDT-7' });

// Commands

export const buyFinancialRequest = z.strictObject({
  clientId,
  product: earnProductName,
  amount: decimal,
  /** Whether the principal is reinvested after the term. */
  renew: z.boolean().default(false),
});
export const endFinancialRequest = z.strictObject({ clientId, purchase: id });
export const renewFinancialRequest = endFinancialRequest.extend({ renew: z.boolean() });

export const buyMiningRequest = z.strictObject({ clientId, product: earnProductName, amount: decimal });

// Products

/** `maintenance`: the coin cannot be moved now. */
export const earnSale = z.enum(['open', 'closed', 'maintenance']);
export type EarnSale = z.infer<typeof earnSale>;

export const financialProduct = z.strictObject({
  /** Name of the product in commands. */
  product: earnProductName,
  name: z.string(),
  asset: assetName,
  /** Number of decimals of its amounts. */
  scale: z.int(),
  termDays: z.int(),
  annualRatePpb: z.int(),
  /** Total quota, and the part that can still be bought. */
  quota: decimal,
  remaining: decimal,
  /** Limits of one purchase, and of all purchases of one user together. */
  amountMin: decimal,
  userMax: decimal,
  state: earnSale,
});
export type FinancialProduct = z.infer<typeof financialProduct>;

export const miningPayout = z.enum(['daily', 'end']);

export const miningProduct = z.strictObject({
  /** Name of the product in commands. */
  product: earnProductName,
  name: z.string(),
  /** Staked asset and income asset, and the number of decimals of their amounts. */
  asset: assetName,
  scale: z.int(),
  incomeAsset: assetName,
  incomeScale: z.int(),
  termDays: z.int(),
  dailyRatePpb: z.int(),
  payout: miningPayout,
  /** Rebate to the inviter: a part of the principal, once, or of each income. Null if there is none. */
  rebate: z.strictObject({ type: z.enum(['purchase', 'income']), ratioPpb: z.int() }).nullable(),
  quota: decimal,
  remaining: decimal,
  /** Limits of one purchase, and of all purchases of one user together. */
  amountMin: decimal,
  amountMax: decimal,
  state: earnSale,
});
export type MiningProduct = z.infer<typeof miningProduct>;

// Purchases

/**
 * Buying: earns from the next midnight. Earning. Settled: returned after its term, or redeemed early. Cancelled: taken
 * back before it earned.
 */
export const financialStatus = z.enum(['buying', 'earning', 'settled', 'cancelled']);
export type FinancialStatus = z.infer<typeof financialStatus>;

export const financialHolding = z.strictObject({
  purchase: id,
  product: earnProductName,
  name: z.string(),
  asset: assetName,
  amount: decimal,
  /** As at the purchase. */
  termDays: z.int(),
  annualRatePpb: z.int(),
  renew: z.boolean(),
  boughtAt: epochMs,
  startsAt: epochMs,
  expiresAt: epochMs,
  /**
   * Income of the whole term, and the part earned so far. A purchase that was cancelled or redeemed early earns
   * nothing.
   */
  expected: decimal,
  generated: decimal,
  /** Becomes `earning` without a push when the server's time reaches `startsAt`. */
  status: financialStatus,
  /** When it was settled, cancelled or redeemed; null while it is held. */
  endedAt: epochMs.nullable(),
});
export type FinancialHolding = z.infer<typeof financialHolding>;

/**
 * Participated: allocation starts at the next full hour. Allocating: mining starts at the next midnight. Mining. Ended:
 * returned after its term.
 */
export const miningStatus = z.enum(['participated', 'allocating', 'mining', 'ended']);
export type MiningStatus = z.infer<typeof miningStatus>;

export const miningHolding = z.strictObject({
  purchase: id,
  product: earnProductName,
  name: z.string(),
  asset: assetName,
  amount: decimal,
  incomeAsset: assetName,
  /** As at the purchase. */
  termDays: z.int(),
  dailyRatePpb: z.int(),
  payout: miningPayout,
  /** Fixed at the purchase. */
  incomeADay: decimal,
  boughtAt: epochMs,
  /** The full hour at which the allocation starts. */
  allocatingFrom: epochMs,
  startsAt: epochMs,
  /** When the principal is returned. */
  expiresAt: epochMs,
  /** Null if no payment is left. */
  nextPayoutAt: epochMs.nullable(),
  /** Income of the whole term, and the part paid so far. */
  expected: decimal,
  generated: decimal,
  /** Changes from `participated` to `mining` with the server's time, without a push. */
  status: miningStatus,
});
export type MiningHolding = z.infer<typeof miningHolding>;

/** Snapshot of the private channel `earn`: current holdings. */
export const earnHoldings = z.strictObject({
  position: z.int().min(-1),
  financial: z.array(financialHolding),
  mining: z.array(miningHolding),
});
export type EarnHoldings = z.infer<typeof earnHoldings>;

/** Purchases that one batch changed, in their new state. Includes the purchases that it ended. */
export const earnUpdate = earnHoldings.extend({ at: z.int() });
export type EarnUpdate = z.infer<typeof earnUpdate>;

/** In the form of all private pushes. */
export const earnPush = z.strictObject({
  from: z.int().min(-1),
  to: z.int().min(-1),
  at: z.int(),
  updates: z.array(earnUpdate),
});
export type EarnPush = z.infer<typeof earnPush>;

declare module '../../wire/market-data' {
  interface ProductSnapshots {
    earn: EarnHoldings;
  }
  interface ProductPushes {
    earn: EarnPush;
  }
}

export const EARN_SORTS = ['time', 'amount', 'start', 'expiry'] as const;
const filters = {
  product: earnProductName.optional(),
  status: financialStatus.optional(),
  /** Bounds of the purchase time. */
  from: epochMs.optional(),
  to: epochMs.optional(),
};
/** Newest first. */
export const financialRecordsRequest = z.strictObject({
  ...filters,
  before: beforeId,
  sort: sortOf(EARN_SORTS),
  pageIndex,
  pageSize,
  minPosition,
});
export type FinancialRecordsRequest = z.infer<typeof financialRecordsRequest>;
/**
 * Filtered records, sorted as `<column>.<asc|desc>`; absent: newest first. The request for mining is the same with
 * other states.
 */
export type EarnRecordsRequest = Omit<FinancialRecordsRequest, 'status'> & { status?: string | undefined };
export const financialExportRequest = z.strictObject({ ...filters, minPosition });
export const miningRecordsRequest = financialRecordsRequest.extend({ status: miningStatus.optional() });
export const miningExportRequest = financialExportRequest.extend({ status: miningStatus.optional(), minPosition });

/** Income and principal of a day (GMT+8), paid or still due. Cancelled purchases and later renewals are not counted. */
export const earnDay = z.strictObject({
  day: z.string().meta({ example: '2026-11-23' }),
  asset: assetName,
  principal: decimal,
  income: decimal,
});
export type EarnDay = z.infer<typeof earnDay>;

/** Reserves for incomes and rebates, and the promised part. Principals belong to the users and are held separately. */
export const earnPromised = z.strictObject({
  position: z.int(),
  cover: z.array(z.strictObject({ asset: assetName, held: decimal, promised: decimal })),
  products: z.array(
    z.strictObject({
      kind: z.enum(['financial', 'mining']),
      product: earnProductName,
      name: z.string(),
      asset: assetName,
      principal: decimal,
      promisedAsset: assetName,
      promised: decimal,
    }),
  ),
});
export type EarnPromised = z.infer<typeof earnPromised>;

function productsRoute<const Product extends z.ZodType>(path: string, summary: string, product: Product) {
  return { method: 'GET', path, summary, access: 'public', answer: z.array(product) } as const;
}

function buyRoute<const Body extends z.ZodObject>(path: string, summary: string, body: Body) {
  const answer = commandAnswer.extend({ purchase: id });
  return { ...withTrades(commandRoute(path, summary, body)), failure: 'purchase.failed', answer } as const;
}

function calendarRoute(path: string, summary: string) {
  return { method: 'POST', path, summary, access: 'user', body: daysRequest, answer: z.array(earnDay) } as const;
}

const FINANCIAL = '/exchange/app/financial';
const MINING = '/exchange/app/mining';

export const FINANCIAL_ROUTES = {
  products: productsRoute(
    `${FINANCIAL}/products`,
    'Financial products, their terms, and what of each is left',
    financialProduct,
  ),
  buy: buyRoute(`${FINANCIAL}/buy`, 'Buy a financial product', buyFinancialRequest),
  cancel: commandRoute(`${FINANCIAL}/cancel`, 'Take back a purchase before it earns', endFinancialRequest),
  leave: commandRoute(
    `${FINANCIAL}/leave`,
    'Leave a purchase before its end: the principal goes back, without income',
    endFinancialRequest,
  ),
  renew: {
    ...commandRoute(
      `${FINANCIAL}/renew`,
      'Set whether the principal is bought again when the term is over',
      renewFinancialRequest,
    ),
    failure: 'save.failed',
  },
  records: listRoute(
    `${FINANCIAL}/records`,
    'Purchases of the user, held and over',
    financialRecordsRequest,
    financialHolding,
  ),
  calendar: calendarRoute(`${FINANCIAL}/calendar`, 'What comes in by day, paid and still to be, at most 400 days'),
  export: csvRoute(`${FINANCIAL}/export`, 'Purchases of any time as a CSV file', financialExportRequest),
} as const satisfies Record<string, Route>;

export const MINING_ROUTES = {
  products: productsRoute(
    `${MINING}/products`,
    'Mining products, their terms, and what of each is left',
    miningProduct,
  ),
  buy: buyRoute(`${MINING}/buy`, 'Stake a coin in mining; it is locked until the term is over', buyMiningRequest),
  records: listRoute(`${MINING}/records`, 'Mining of the user, held and over', miningRecordsRequest, miningHolding),
  calendar: calendarRoute(`${MINING}/calendar`, 'What mining brings by day, paid and still to be, at most 400 days'),
  export: csvRoute(`${MINING}/export`, 'Mining of any time as a CSV file', miningExportRequest),
} as const satisfies Record<string, Route>;

export const EARN_ROUTES = {
  promised: {
    method: 'GET',
    path: '/exchange/app/earn/promised',
    summary: 'What stands behind incomes, and what of it is promised, by product',
    access: 'public',
    answer: earnPromised,
  },
} as const satisfies Record<string, Route>;
