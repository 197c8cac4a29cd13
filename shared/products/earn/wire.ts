/**
 * Financial products and mining: a coin for a fixed term at a fixed rate. Rates are parts per billion, a year or a day, amounts decimal
 * strings.
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
import { trading, type Route } from '../../wire/route';
import { commandRoute, csvRoute, listRoute } from '../../wire/usual-routes';

/** By which commands name it: `USDT-7`. What names are possible is for the core to say. */
export const earnProductName = z.string().min(1).max(32).meta({ example: 'USDT-7' });

// Commands

export const buyFinancialRequest = z.strictObject({
  clientId,
  product: earnProductName,
  amount: decimal,
  /** Whether the principal is to be bought again when the term is over. */
  renew: z.boolean().default(false),
});
export const endFinancialRequest = z.strictObject({ clientId, purchase: id });
export const renewFinancialRequest = endFinancialRequest.extend({ renew: z.boolean() });

export const buyMiningRequest = z.strictObject({ clientId, product: earnProductName, amount: decimal });

// Products

/** `maintenance`: the coin is not moved now. */
export const earnSale = z.enum(['open', 'closed', 'maintenance']);
export type EarnSale = z.infer<typeof earnSale>;

export const financialProduct = z.strictObject({
  /** By which commands name it. */
  product: earnProductName,
  name: z.string(),
  asset: assetName,
  /** How many decimals its amounts have. */
  scale: z.int(),
  termDays: z.int(),
  annualRatePpb: z.int(),
  /** Released in all, and what of it may still be bought. */
  quota: decimal,
  remaining: decimal,
  /** Bounds of one purchase, and of all purchases of one user together. */
  amountMin: decimal,
  userMax: decimal,
  state: earnSale,
});
export type FinancialProduct = z.infer<typeof financialProduct>;

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
  /** Bounds of one purchase, and of all purchases of one user together. */
  amountMin: decimal,
  amountMax: decimal,
  state: earnSale,
});
export type MiningProduct = z.infer<typeof miningProduct>;

// Purchases

/** Bought, and earns from the next midnight on; earns; went back after its term or was left before its end; was taken back before it earned. */
export const financialStatus = z.enum(['buying', 'earning', 'settled', 'cancelled']);
export type FinancialStatus = z.infer<typeof financialStatus>;

export const financialHolding = z.strictObject({
  purchase: id,
  product: earnProductName,
  name: z.string(),
  asset: assetName,
  amount: decimal,
  /** As bought. */
  termDays: z.int(),
  annualRatePpb: z.int(),
  renew: z.boolean(),
  boughtAt: epochMs,
  startsAt: epochMs,
  expiresAt: epochMs,
  /** Income of the whole term, and the part earned until now; a purchase that was cancelled or left early earns nothing. */
  expected: decimal,
  generated: decimal,
  /** Becomes `earning` when the server's time reaches `startsAt`: no push says so. */
  status: financialStatus,
  /** When it was settled, cancelled or left; null as long as it is held. */
  endedAt: epochMs.nullable(),
});
export type FinancialHolding = z.infer<typeof financialHolding>;

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
  /** Income of the whole term, and the part that has been paid. */
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

/** Purchases that one batch changed, as they are after it, also those that it ended, which are held no more. */
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

export const EARN_SORTS = ['time', 'amount', 'start', 'expiry'] as const;
const filters = {
  product: earnProductName.optional(),
  status: financialStatus.optional(),
  /** When they were bought. */
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
/** Through filters, sorted as `<column>.<asc|desc>`; absent: newest first. The same of mining, whose states are others. */
export type EarnRecordsRequest = Omit<FinancialRecordsRequest, 'status'> & { status?: string | undefined };
export const financialExportRequest = z.strictObject({ ...filters, minPosition });
export const miningRecordsRequest = financialRecordsRequest.extend({ status: miningStatus.optional() });
export const miningExportRequest = financialExportRequest.extend({ status: miningStatus.optional(), minPosition });

/** Income and principal of a day (GMT+8), paid or still to be. Cancelled purchases and later renewals are not counted. */
export const earnDay = z.strictObject({
  day: z.string().meta({ example: '2026-11-23' }),
  asset: assetName,
  principal: decimal,
  income: decimal,
});
export type EarnDay = z.infer<typeof earnDay>;

/** Money behind incomes and rebates, and its promised part; principals are the users' own and lie apart. */
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
  return { ...trading(commandRoute(path, summary, body)), failure: 'purchase.failed', answer } as const;
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
