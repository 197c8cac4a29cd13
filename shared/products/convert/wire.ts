/**
 * Convert: exchanges one coin for another at the price of the book, and small balances for USDT. Amounts are decimal
 * strings.
 */
import { z } from 'zod';
import {
  assetName,
  beforeId,
  clientId,
  commandAnswer,
  decimal,
  epochMs,
  id,
  marketName,
  minPosition,
  pageIndex,
  pageSize,
  sortOf,
} from '../../wire/fields';
import { orderSide } from '../../wire/order';
import { withTrades, type Route } from '../../wire/route';
import { csvRoute, listRoute } from '../../wire/usual-routes';
import { DUST_COINS_MAX } from './rules/dust';

/** `amount`: in units of `from`. */
const quoteFields = { from: assetName, to: assetName, amount: decimal };

export const convertQuoteRequest = z.strictObject(quoteFields);

/** One market order of a conversion. */
export const convertLeg = z.strictObject({
  market: marketName,
  side: orderSide,
  /** Average price of its fills, rounded down, for display. */
  price: decimal,
  fee: z.strictObject({ asset: assetName, amount: decimal }),
});
export type ConvertLeg = z.infer<typeof convertLeg>;

/** The result if the conversion happened now. Nothing is reserved. */
export const convertQuote = z.strictObject({
  ...quoteFields,
  /** The part of `amount` that is spent. The rest is below the market's minimum and stays unchanged. */
  spent: decimal,
  rest: decimal,
  /** After fees. */
  received: decimal,
  /** Sent along with `accept`, which is refused if less would be received. */
  least: decimal,
  validUntil: epochMs,
  /** One market, or two through USDT. */
  legs: z.array(convertLeg).min(1).max(2),
  /** USDT from the first market that the second market cannot trade. The user keeps it. "0" with one leg. */
  restUsdt: decimal,
});
export type ConvertQuote = z.infer<typeof convertQuote>;

export const acceptConvertRequest = z.strictObject({ clientId, ...quoteFields, least: decimal, validUntil: epochMs });

export const conversionKind = z.enum(['convert', 'dust']);
export type ConversionKind = z.infer<typeof conversionKind>;

export const conversionRecord = z.strictObject({
  id,
  kind: conversionKind,
  from: assetName,
  to: assetName,
  spent: decimal,
  received: decimal,
  /** USDT left between the two markets; "0" for all others. */
  restUsdt: decimal,
  /** Orders of the spot account, one per market; empty for a small balance. */
  orders: z.array(id),
  at: epochMs,
});
export type ConversionRecord = z.infer<typeof conversionRecord>;

export const CONVERSION_SORTS = ['time', 'from', 'to'] as const;
const filters = {
  kind: conversionKind.optional(),
  fromAsset: assetName.optional(),
  toAsset: assetName.optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
};
/** Newest first. */
export const conversionRecordsRequest = z.strictObject({
  ...filters,
  before: beforeId,
  sort: sortOf(CONVERSION_SORTS),
  pageIndex,
  pageSize,
  minPosition,
});
export type ConversionRecordsRequest = z.infer<typeof conversionRecordsRequest>;
export const conversionExportRequest = z.strictObject({ ...filters, minPosition });

/** A balance of the spot account that is worth less than 1 USDT, or that has no current price. */
export const dustCoin = z.strictObject({
  asset: assetName,
  /** The whole available balance. */
  amount: decimal,
  /** Index value in USDT; null without a fresh index price. */
  worth: decimal.nullable(),
  /** Payment in USDT; null if it is refused. */
  receives: decimal.nullable(),
  /** Its part of `least` of `accept`; null where it is refused. */
  least: decimal.nullable(),
  /** The code with which it would be refused. */
  refusal: z.string().nullable(),
});
export type DustCoin = z.infer<typeof dustCoin>;

export const dustPreview = z.strictObject({
  state: z.enum(['open', 'closed']),
  /** The exchange is possible once a day (UTC). */
  usedToday: z.boolean(),
  coins: z.array(dustCoin),
});
export type DustPreview = z.infer<typeof dustPreview>;

export const acceptDustRequest = z.strictObject({
  clientId,
  /** The whole available balance of each is exchanged. */
  assets: z.array(assetName).min(1).max(DUST_COINS_MAX),
  /** USDT for all of them together: refused where the house would pay less. Absent: any. */
  least: decimal.optional(),
});

const PATH = '/exchange/app/convert';
const command = { method: 'POST', access: 'user', rate: 'orders' } as const;

export const CONVERT_ROUTES = {
  quote: {
    method: 'POST',
    path: `${PATH}/quote`,
    summary: 'What a conversion would bring now, good for 10 s',
    access: 'user',
    body: convertQuoteRequest,
    answer: convertQuote,
  },
  accept: withTrades({
    ...command,
    path: `${PATH}/accept`,
    summary: 'Convert a coin into another at the price of the book; refused where it would bring less than `least`',
    body: acceptConvertRequest,
    /** Null while the list of conversions lags behind. The conversion is complete anyway. */
    answer: commandAnswer.extend({ conversionId: id, spent: decimal.nullable(), received: decimal.nullable() }),
  }),
  records: listRoute(`${PATH}/records`, 'Conversions of the user', conversionRecordsRequest, conversionRecord),
  export: csvRoute(`${PATH}/export`, 'Conversions of any time as a CSV file', conversionExportRequest),
  dustPreview: {
    method: 'POST',
    path: `${PATH}/dust/preview`,
    summary: 'Balances worth less than 1 USDT, and what each would bring',
    access: 'user',
    body: z.strictObject({}),
    answer: dustPreview,
  },
  acceptDust: withTrades({
    ...command,
    path: `${PATH}/dust/accept`,
    summary:
      'Convert small balances into USDT, all or none, once a day (UTC); refused where they would bring less than `least`',
    body: acceptDustRequest,
    /** The first of consecutive ids, one per coin in the order of the request. */
    answer: commandAnswer.extend({ conversionId: id, received: decimal.nullable() }),
  }),
} as const satisfies Record<string, Route>;
