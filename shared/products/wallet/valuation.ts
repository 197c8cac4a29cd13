/** What a user's accounts are worth, how that went, and the statement of every account as a file. */
import { z } from 'zod';
import { ENTRY_LABELS } from '../../rules/entry-kinds';
import { accountKind, assetName, decimal, epochMs, minPosition } from '../../wire/fields';
import type { Route } from '../../wire/route';
import { csvRoute } from '../../wire/usual-routes';

const HISTORY_DAYS_DEFAULT = 30;
const HISTORY_DAYS_MAX = 180;

/** In USDT and in BTC, eight digits, rounded down. BTC is null where nothing prices it. */
const worth = { usdt: decimal, btc: decimal.nullable() };

export const valuedAsset = z.object({
  account: accountKind,
  asset: assetName,
  /** Available, frozen and locked together. */
  total: decimal,
  /** Both null where no market prices the asset. */
  usdt: decimal.nullable(),
  btc: decimal.nullable(),
});
export const valuation = z.object({
  position: z.int(),
  at: epochMs,
  /** Of everything that is priced. */
  total: z.object(worth),
  /** Every kind of account, also an empty one. */
  accounts: z.array(z.object({ account: accountKind, ...worth })),
  assets: z.array(valuedAsset),
});

export const balanceHistoryRequest = z.strictObject({
  account: accountKind.optional(),
  days: z.int().min(1).max(HISTORY_DAYS_MAX).default(HISTORY_DAYS_DEFAULT),
  minPosition,
});
/** Balances at the end of a GMT+8 day at the prices of then; the last one is today as it stands. */
export const dayWorth = z.object({
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .meta({ example: '2026-01-31' }),
  at: epochMs,
  ...worth,
  /**
   * What came in on that day less what went out, at the prices of its end: deposits, withdrawals and transfers, signed. What the
   * worth changed by beside it was earned or lost.
   */
  flow: z.object({ usdt: z.string(), btc: z.string().nullable() }),
});
export type DayWorth = z.infer<typeof dayWorth>;

/** `from` belongs to the range, `to` does not. */
export const exportRequest = z.strictObject({
  account: accountKind.optional(),
  asset: assetName.optional(),
  label: z.enum(ENTRY_LABELS).optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
  minPosition,
});
export type ExportRequest = z.infer<typeof exportRequest>;

/** `from` belongs to the range, `to` does not. */
export const taxExportRequest = z.strictObject({
  from: epochMs.optional(),
  to: epochMs.optional(),
  minPosition,
});
export type TaxExportRequest = z.infer<typeof taxExportRequest>;

/**
 * Koinly's universal columns, which CoinTracking imports too. For each asset Received − Sent − Fee over all rows = the balance
 * of all accounts together. Times are of UTC and say so, as Koinly asks for them.
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
 * Columns of the file. For each account and asset a row `opening`, its rows `record` in order, with a filter of kinds a row
 * `other` that sums up what was left out, and a row `closing`: opening + changes = closing in each column.
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
