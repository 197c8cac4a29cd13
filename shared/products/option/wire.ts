/** Second contracts: products, purchase and cancellation, and results. Rates are parts per billion of the stake. */
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
  marketName,
  minPosition,
  pageIndex,
  pageSize,
  sortOf,
} from '../../wire/fields';
import { signedDecimal } from '../perpetual/stream';
import {
  openOption,
  openOptions,
  optionDirection,
  optionEnd,
  optionLimit,
  optionPublication,
  settledOption,
} from './stream';
import { withTrades, type Route } from '../../wire/route';
import { commandRoute, csvRoute, listRoute } from '../../wire/usual-routes';

// Commands

export const buyOptionRequest = z.strictObject({
  clientId,
  /** Name of the product. */
  symbol: marketName,
  direction: optionDirection,
  stake: decimal,
  /** One of the product's durations. */
  durationMs: z.int().min(1).max(86_400_000),
  /** Absent: immediately. At most 24 hours ahead. */
  startsAt: epochMs.optional(),
  /** Index prices, for contracts that start immediately. */
  takeProfit: decimal.optional(),
  stopLoss: decimal.optional(),
});
export type BuyOptionRequest = z.infer<typeof buyOptionRequest>;
export const cancelOptionRequest = z.strictObject({ clientId, contract: id });
/**
 * Maximum stake per day (GMT+8). A lower limit applies immediately; a higher one or none (null) applies from the next
 * day.
 */
export const setOptionLimitRequest = z.strictObject({ clientId, asset: assetName, amount: decimal.nullable() });

// Products

/**
 * `maintenance`: trading in the coin of the index or of the stake is suspended. `slow`: the quotes of the index are too
 * old.
 */
export const optionSale = z.enum(['open', 'closed', 'maintenance', 'slow']);
export type OptionSale = z.infer<typeof optionSale>;

export const optionDuration = z.strictObject({
  durationMs: z.int(),
  payoutPpb: z.int(),
  /** At most one of the two is above zero: a rate of the stake, or a fixed amount. */
  feePpb: z.int(),
  feeAmount: decimal,
});
export type OptionDuration = z.infer<typeof optionDuration>;

export const optionProduct = z.strictObject({
  symbol: marketName,
  label: z.string(),
  base: z.string(),
  quote: z.string(),
  state: optionSale,
  /** Asset of stakes and payouts, and the decimals of its amounts. */
  asset: z.string(),
  scale: z.int(),
  /** Price step of the index and of levels. */
  tick: decimal,
  /** An older publication of the index does not settle a contract. */
  staleMs: z.int(),
  /** Limits per contract. */
  amountMin: decimal,
  amountMax: decimal,
  /** Maximum open stake: per side, in total, per user, and per user with take-profit or stop-loss. */
  sideMax: decimal,
  totalMax: decimal,
  userMax: decimal,
  levelsUserMax: decimal,
  /** Whether take-profit and stop-loss may be set. */
  offersLevels: z.boolean(),
  /** Currently open stakes. */
  open: z.strictObject({ up: decimal, down: decimal }),
  /** Maximum income of open contracts beyond their stakes. */
  promised: decimal,
  /** Ascending. */
  durations: z.array(optionDuration),
});
export type OptionProduct = z.infer<typeof optionProduct>;

/** Rules that all products share. */
export const optionRules = z.strictObject({
  /** The entry uses quotes from at least this long after the purchase or the set start. */
  entryDelayMs: z.int(),
  /** Without an entry in this time the stake is refunded. */
  entryWaitMs: z.int(),
  /** A contract with a set start can be cancelled until this long before it. */
  cancelBeforeMs: z.int(),
  /** Maximum time from the purchase to a set start. */
  startAheadMaxMs: z.int(),
});
export type OptionRules = z.infer<typeof optionRules>;

export const optionCatalogue = z.strictObject({
  position: z.int(),
  rules: optionRules,
  products: z.array(optionProduct),
  /** Reserves for payouts, and the maximum payout of open contracts, by asset. */
  cover: z.array(z.strictObject({ asset: z.string(), held: decimal, promised: decimal })),
});
export type OptionCatalogue = z.infer<typeof optionCatalogue>;

// Results

export const optionSum = z.strictObject({
  /** Settled contracts, and how many of them won (including take-profit) and lost (including stop-loss). */
  settled: z.int(),
  won: z.int(),
  lost: z.int(),
  /** Totals over settled contracts: stakes, payments, charges, and payments less stakes. */
  staked: decimal,
  paid: decimal,
  fees: decimal,
  result: signedDecimal,
});
export type OptionSum = z.infer<typeof optionSum>;
/** Today (GMT+8) and in total, by asset. Cancelled contracts do not count. */
export const optionResult = z.strictObject({ asset: z.string(), today: optionSum, total: optionSum });

/** Result of one day (GMT+8), for the calendar. */
export const optionDay = optionSum.extend({
  day: z.string().meta({ example: '2026-11-23' }),
  asset: z.string(),
});
export type OptionDay = z.infer<typeof optionDay>;

// Lists

export const OPTION_SORTS = ['time', 'symbol', 'stake', 'duration', 'result'] as const;
const filters = {
  symbol: marketName.optional(),
  direction: optionDirection.optional(),
  /** Whether a start was set. */
  timing: z.enum(['now', 'timed']).optional(),
  end: optionEnd.optional(),
  /** Bounds of the settlement time. */
  from: epochMs.optional(),
  to: epochMs.optional(),
};
/** Settled contracts, newest first. */
export const optionHistoryRequest = z.strictObject({
  ...filters,
  before: beforeId,
  sort: sortOf(OPTION_SORTS),
  pageIndex,
  pageSize,
  minPosition,
});
export type OptionHistoryRequest = z.infer<typeof optionHistoryRequest>;
export const optionExportRequest = z.strictObject({ ...filters, minPosition });

/** The format of `shared/proof/certificate.ts`, which also verifies it. */
export const optionCertificate = z.strictObject({
  form: z.string(),
  contract: z.int(),
  /** Readable content of the lines. Amounts are units and prices ticks, as in the journal. */
  says: z.looseObject({}),
  /** Lines in the format of a journal export. */
  lines: z.array(z.string()),
});

const PATH = '/exchange/app/option';

export const OPTION_ROUTES = {
  products: {
    method: 'GET',
    path: `${PATH}/products`,
    summary: 'Second contracts on sale, their terms, and what stands behind payouts',
    access: 'public',
    answer: optionCatalogue,
  },
  publications: {
    method: 'GET',
    path: `${PATH}/publications`,
    summary: 'Latest publications of an index, oldest first, at most 100',
    access: 'public',
    query: z.strictObject({ symbol: marketName }),
    answer: z.array(optionPublication),
  },
  buy: {
    ...withTrades(commandRoute(`${PATH}/buy`, 'Buy a second contract', buyOptionRequest)),
    failure: 'purchase.failed',
    answer: commandAnswer.extend({ contract: id }),
  },
  cancel: commandRoute(`${PATH}/cancel`, 'Take back a contract with a set start', cancelOptionRequest),
  setLimit: {
    ...commandRoute(`${PATH}/setLimit`, 'Set the most to stake in a day', setOptionLimitRequest),
    failure: 'save.failed',
  },
  open: {
    method: 'GET',
    path: `${PATH}/open`,
    summary: 'Open contracts of the user, as they are now',
    access: 'user',
    query: z.strictObject({ minPosition }),
    answer: openOptions,
  },
  limits: {
    method: 'GET',
    path: `${PATH}/limits`,
    summary: 'What the user staked today, and their own limits a day',
    access: 'user',
    query: z.strictObject({ minPosition }),
    answer: z.array(optionLimit),
  },
  history: listRoute(`${PATH}/history`, 'Settled contracts of the user', optionHistoryRequest, settledOption),
  contract: {
    method: 'GET',
    path: `${PATH}/contract`,
    summary: 'A contract of the user, open or settled',
    access: 'user',
    query: z.strictObject({ contract: id, minPosition }),
    answer: z.union([openOption, settledOption]),
  },
  certificate: {
    method: 'GET',
    path: `${PATH}/certificate`,
    summary:
      'The batches of the journal that prove how a contract was settled: of an own one, and of any for admins and for auditors whom nothing bounds',
    access: 'user',
    shownToStaff: true,
    query: z.strictObject({ contract: id, minPosition }),
    answer: optionCertificate,
  },
  results: {
    method: 'GET',
    path: `${PATH}/results`,
    summary: 'Own result of today and altogether, by asset',
    access: 'user',
    query: z.strictObject({ minPosition }),
    answer: z.array(optionResult),
  },
  days: {
    method: 'POST',
    path: `${PATH}/days`,
    summary: 'Own result by day, at most 400 days',
    access: 'user',
    body: daysRequest,
    answer: z.array(optionDay),
  },
  export: csvRoute(
    `${PATH}/export`,
    'Settled contracts of any time, by the filters of the list, as a CSV file',
    optionExportRequest,
  ),
} as const satisfies Record<string, Route>;
