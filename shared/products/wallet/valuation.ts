/** Value of a user's accounts, its history, and the statement of each account as a file. */
import { z } from 'zod';
import { ENTRY_LABELS } from '../../rules/entry-kinds';
import { accountKind, assetName, decimal, epochMs, minPosition } from '../../wire/fields';
import type { Route } from '../../wire/route';
import { csvRoute } from '../../wire/usual-routes';

const HISTORY_DAYS_DEFAULT = 30;
const HISTORY_DAYS_MAX = 180;

/** In USDT and in BTC, eight decimals, rounded down. BTC is null without a price. */
const valueFields = { usdt: decimal, btc: decimal.nullable() };

export const valuedAsset = z.object({
  account: accountKind,
  asset: assetName,
  /** Available, frozen and locked together. */
  total: decimal,
  /** Both null if no market prices the asset. */
  usdt: decimal.nullable(),
  btc: decimal.nullable(),
});
export const valuation = z.object({
  position: z.int(),
  at: epochMs,
  /** Total of all priced assets. */
  total: z.object(valueFields),
  /** Every kind of account, also an empty one. */
  accounts: z.array(z.object({ account: accountKind, ...valueFields })),
  assets: z.array(valuedAsset),
});

export const balanceHistoryRequest = z.strictObject({
  account: accountKind.optional(),
  days: z.int().min(1).max(HISTORY_DAYS_MAX).default(HISTORY_DAYS_DEFAULT),
  minPosition,
});
/** Balances at the end of a GMT+8 day at its closing prices. The last entry is the current state. */
export const dayWorth = z.object({
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .meta({ example: '2026-01-31' }),
  at: epochMs,
  ...valueFields,
  /**
   * Net flow of the day, at the prices of its end: deposits, withdrawals and transfers, signed. The rest of the change in value is profit
   * or loss.
   */
  flow: z.object({ usdt: z.string(), btc: z.string().nullable() }),
});
export type DayWorth = z.infer<typeof dayWorth>;

/** `from` is inclusive, `to` exclusive. */
export const exportRequest = z.strictObject({
  account: accountKind.optional(),
  asset: assetName.optional(),
  label: z.enum(ENTRY_LABELS).optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
  minPosition,
});
export type ExportRequest = z.infer<typeof exportRequest>;

/** `from` is inclusive, `to` exclusive. */
export const taxExportRequest = z.strictObject({
  from: epochMs.optional(),
  to: epochMs.optional(),
  minPosition,
});
export type TaxExportRequest = z.infer<typeof taxExportRequest>;

/**
 * Koinly's universal columns, which CoinTracking also imports. For each asset Received − Sent − Fee over all rows = the
 * balance of all accounts together. Times are UTC and say so, as Koinly requires.
 * https://support.koinly.io/en/articles/9489976-how-to-create-a-custom-csv-file-with-your-data
 */
export const TAX_COLUMNS = [
  'Date',
  'Sent Amount',
  'Sent Currency',
  'Received Amount',
  'Received Currency',
  'Fee Amount',
  'Fee Currency',
  'Net Worth Amount',
  'Net Worth Currency',
  'Label',
  'Description',
  'TxHash',
] as const;

/**
 * Columns of the file. Each account and asset has a row `opening`, its rows `record` in order, and a row `closing`: opening + changes =
 * closing in each column. With a filter of kinds, a row `other` sums the filtered rows.
 */
export const EXPORT_COLUMNS = [
  'row',
  'time',
  'account',
  'asset',
  'label',
  'availableChange',
  'frozenChange',
  'lockedChange',
  'availableAfter',
  'frozenAfter',
  'lockedAfter',
  'order',
  'trade',
  'withdrawal',
  'record',
] as const;

export const VALUATION_ROUTES = {
  valuation: {
    method: 'GET',
    path: '/exchange/app/assets/valuation',
    summary: 'What the accounts are worth in USDT and BTC',
    access: 'user',
    query: z.strictObject({ minPosition }),
    answer: valuation,
  },
  history: {
    method: 'GET',
    path: '/exchange/app/assets/history',
    summary: 'What they were worth at the end of each day (GMT+8), oldest first',
    access: 'user',
    query: balanceHistoryRequest,
    answer: z.object({ records: z.array(dayWorth) }),
  },
  export: csvRoute(
    '/exchange/app/assets/export',
    'The records of the accounts as a CSV file that foots: opening + changes = closing',
    exportRequest,
  ),
  taxes: csvRoute(
    '/exchange/app/assets/taxes',
    'Trades, deposits, withdrawals, fees and incomes as a CSV file that Koinly and CoinTracking import',
    taxExportRequest,
  ),
} as const satisfies Record<string, Route>;
