/** Financial products: a coin for a fixed term at a fixed rate. Rates are parts per billion a year, amounts decimal strings. */
import { z } from 'zod';
import {
  assetName,
  beforeId,
  clientId,
  commandAnswer,
  decimal,
  epochMs,
  id,
  minPosition,
  pageIndex,
  pageOf,
  pageSize,
  sortOf,
} from './fields';
import { trading, type Route } from './route';

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
export type BuyFinancialRequest = z.infer<typeof buyFinancialRequest>;
export const endFinancialRequest = z.strictObject({ clientId, purchase: id });
export type EndFinancialRequest = z.infer<typeof endFinancialRequest>;
export const renewFinancialRequest = endFinancialRequest.extend({ renew: z.boolean() });
export type RenewFinancialRequest = z.infer<typeof renewFinancialRequest>;

// What is sold

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
  /** Of one purchase, and of what one user has of it altogether. */
  amountMin: decimal,
  userMax: decimal,
  state: earnSale,
});
export type FinancialProduct = z.infer<typeof financialProduct>;

// What was bought

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
  /** Of the whole term, and what of it has been earned until now; nothing of what was cancelled or left early. */
  expected: decimal,
  generated: decimal,
  /** What is bought becomes `earning` when the server's time reaches `startsAt`: no push says so. */
  status: financialStatus,
  /** When it was settled, cancelled or left; null as long as it is held. */
  endedAt: epochMs.nullable(),
});
export type FinancialHolding = z.infer<typeof financialHolding>;

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
export type FinancialExportRequest = z.infer<typeof financialExportRequest>;

export const earnDaysRequest = z.strictObject({ from: epochMs, to: epochMs, minPosition });
export type EarnDaysRequest = z.infer<typeof earnDaysRequest>;
/** What comes in on a day (GMT+8), paid or still to be: what was cancelled is not there, renewals are not counted ahead. */
export const earnDay = z.strictObject({
  day: z.string().meta({ example: '2026-11-23' }),
  asset: assetName,
  principal: decimal,
  income: decimal,
});
export type EarnDay = z.infer<typeof earnDay>;

/** What stands behind incomes and rebates, and what of it is promised; principals are the users' own and lie apart. */
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

const PATH = '/exchange/app/financial';
function command<const B extends z.ZodObject>(name: string, summary: string, body: B) {
  return {
    method: 'POST',
    path: `${PATH}/${name}`,
    summary,
    access: 'user',
    body,
    answer: commandAnswer,
    rate: 'orders',
  } as const;
}

export const FINANCIAL_ROUTES = {
  products: {
    method: 'GET',
    path: `${PATH}/products`,
    summary: 'Financial products, their terms, and what of each is left',
    access: 'public',
    answer: z.array(financialProduct),
  },
  buy: {
    ...trading(command('buy', 'Buy a financial product', buyFinancialRequest)),
    answer: commandAnswer.extend({ purchase: id }),
  },
  cancel: command('cancel', 'Take back a purchase before it earns', endFinancialRequest),
  leave: command(
    'leave',
    'Leave a purchase before its end: the principal goes back, without income',
    endFinancialRequest,
  ),
  renew: command('renew', 'Set whether the principal is bought again when the term is over', renewFinancialRequest),
  records: {
    method: 'POST',
    path: `${PATH}/records`,
    summary: 'Purchases of the user, held and over',
    access: 'user',
    body: financialRecordsRequest,
    answer: pageOf(financialHolding),
  },
  calendar: {
    method: 'POST',
    path: `${PATH}/calendar`,
    summary: 'What comes in by day, paid and still to be, at most 400 days',
    access: 'user',
    body: earnDaysRequest,
    answer: z.array(earnDay),
  },
  export: {
    method: 'GET',
    path: `${PATH}/export`,
    summary: 'Purchases of any time as a CSV file',
    access: 'user',
    query: financialExportRequest,
    answers: 'text/csv',
    answer: z.string(),
  },
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
