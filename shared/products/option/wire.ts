/** Second contracts: what is sold, buying and taking back, and what came of it. Rates are parts per billion of the stake. */
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
import { trading, type Route } from '../../wire/route';
import { commandRoute, csvRoute, listRoute } from '../../wire/usual-routes';

// Commands

export const buyOptionRequest = z.strictObject({
  clientId,
  /** The product. */
  symbol: marketName,
  direction: optionDirection,
  stake: decimal,
  /** One of the product's durations. */
  durationMs: z.int().min(1).max(86_400_000),
  /** Absent: at once. At most 24 hours ahead. */
  startsAt: epochMs.optional(),
  /** Prices of the index, on contracts that begin at once. */
  takeProfit: decimal.optional(),
  stopLoss: decimal.optional(),
});
export type BuyOptionRequest = z.infer<typeof buyOptionRequest>;
export const cancelOptionRequest = z.strictObject({ clientId, contract: id });
/** The most to stake in a day (GMT+8): less counts at once, more or none (null) from the next day on. */
export const setOptionLimitRequest = z.strictObject({ clientId, asset: assetName, amount: decimal.nullable() });

// What is sold

/** `maintenance`: the coin of the index or that of the stake is not traded now; `slow`: the quotes of the index are too old. */
export const optionSale = z.enum(['open', 'closed', 'maintenance', 'slow']);
export type OptionSale = z.infer<typeof optionSale>;

export const optionDuration = z.strictObject({
  durationMs: z.int(),
  payoutPpb: z.int(),
  /** One of the two at most is above zero: a rate of the stake, or an amount. */
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
  /** Of stakes and payouts, and how many decimals its amounts have. */
  asset: z.string(),
  scale: z.int(),
  /** Step of the index, and of levels. */
  tick: decimal,
  /** A publication of the index that is older settles nothing. */
  staleMs: z.int(),
  /** Of one contract. */
  amountMin: decimal,
  amountMax: decimal,
  /** Stake that may be open at once: on a side, in all, of one user, and of one user with take-profit or stop-loss. */
  sideMax: decimal,
  totalMax: decimal,
  userMax: decimal,
  levelsUserMax: decimal,
  /** Whether take-profit and stop-loss may be set. */
  offersLevels: z.boolean(),
  /** Stake that is open now. */
  open: z.strictObject({ up: decimal, down: decimal }),
  /** The most that what is open may bring above its stakes. */
  promised: decimal,
  /** Ascending. */
  durations: z.array(optionDuration),
});
export type OptionProduct = z.infer<typeof optionProduct>;

/** What of the rule is the same for all products. */
export const optionRules = z.strictObject({
  /** The entry is made of quotes told at least so long after the purchase or the start that was set. */
  entryDelayMs: z.int(),
  /** No entry within this time, and the stake goes back. */
  entryWaitMs: z.int(),
  /** One with a set start may be taken back until so long before it. */
  cancelBeforeMs: z.int(),
  /** How far ahead a start may be set. */
  startAheadMaxMs: z.int(),
});
export type OptionRules = z.infer<typeof optionRules>;

export const optionCatalogue = z.strictObject({
  position: z.int(),
  rules: optionRules,
  products: z.array(optionProduct),
  /** What stands behind payouts, and the most that open contracts may come to, by asset. */
  cover: z.array(z.strictObject({ asset: z.string(), held: decimal, promised: decimal })),
});
export type OptionCatalogue = z.infer<typeof optionCatalogue>;

// What came of it

export const optionSum = z.strictObject({
  /** Contracts that were settled, and of them those that won (take-profit included) and lost (stop-loss included). */
  settled: z.int(),
  won: z.int(),
  lost: z.int(),
  /** Stakes, of those that were settled; what was paid, what was charged, and paid less stakes. */
  staked: decimal,
  paid: decimal,
  fees: decimal,
  result: signedDecimal,
});
export type OptionSum = z.infer<typeof optionSum>;
/** Today (GMT+8) and altogether, by asset. Cancelled contracts do not count. */
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
  /** When they were settled. */
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

/** As `shared/proof/certificate.ts` has it, which also checks it. */
export const optionCertificate = z.strictObject({
  form: z.string(),
  contract: z.int(),
  /** What the lines say, to be read; amounts are units and prices ticks, as in the journal. */
  says: z.looseObject({}),
  /** Lines of the journal as it is exported. */
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
    ...trading(commandRoute(`${PATH}/buy`, 'Buy a second contract', buyOptionRequest)),
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
