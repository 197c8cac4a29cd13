/** Spot orders and the market data around them. */
import { z } from 'zod';
import { QUOTE_PIECES_MAX } from '../../rules/quote-pieces';
import {
  beforeFill,
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
import { CANDLE_PRICES, candle, depthSnapshot, fill, orderState, ticker, tradeSnapshot } from '../../wire/market-data';
import { askedOrderTerms, orderKind, orderSide, orderTerms } from '../../wire/order';
import { withTrades, type Route } from '../../wire/route';
import { commandRoute, csvRoute, listRoute } from '../../wire/usual-routes';

export const placeOrderRequest = z.strictObject({
  clientId,
  market: marketName,
  side: orderSide,
  ...askedOrderTerms,
  price: decimal.optional(),
  quantity: decimal.optional(),
  quoteAmount: decimal.optional(),
  trigger: decimal.optional(),
});
/** Input form: fields with a default may be absent. */
export type PlaceOrderRequest = z.input<typeof placeOrderRequest>;

export const amendOrderRequest = z.strictObject({
  clientId,
  order: id,
  /** The market of the order. For an open order another market is refused with `order.not.found`. */
  market: marketName.optional(),
  /** New totals: quantity = filled + open. */
  price: decimal.optional(),
  quantity: decimal.optional(),
});

export const cancelOrderRequest = z.strictObject({ clientId, order: id });

export const cancelAllRequest = z.strictObject({ clientId, market: marketName });

const pieces = <T extends z.ZodType>(piece: T) => z.array(piece).max(QUOTE_PIECES_MAX).default([]);
/** All quotes of one market together: 1 to 100 entries, all or none. */
export const quoteRequest = z.strictObject({
  clientId,
  market: marketName,
  /** Own open orders. */
  cancels: pieces(id),
  /** Own orders in the book, with new totals like an amendment. */
  amends: pieces(z.strictObject({ order: id, price: decimal.optional(), quantity: decimal.optional() })),
  /** Limit orders, post-only. */
  places: pieces(z.strictObject({ side: orderSide, price: decimal, quantity: decimal })),
});

/** The order as in the socket's pushes, plus fields that only stored orders have. */
export const orderRecord = orderState.extend({
  ...orderTerms,
  clientId: z.string().nullable(),
  /** Filled quote over filled quantity, rounded down, for display. */
  averagePrice: decimal.nullable(),
  placedAt: z.int(),
  changedAt: z.int(),
});
export type OrderRecord = z.infer<typeof orderRecord>;

export const fillRecord = fill.extend({ side: orderSide, amount: decimal, at: z.int() });
export type FillRecord = z.infer<typeof fillRecord>;

export const orderDetail = orderRecord.extend({ fills: z.array(fillRecord) });
export type OrderDetail = z.infer<typeof orderDetail>;

/** Sort columns of lists of orders and of fills. */
export const ORDER_SORTS = ['time', 'market', 'side', 'price', 'filled'] as const;
export const FILL_SORTS = ['time', 'market', 'side', 'price', 'quantity'] as const;

const ownList = { market: marketName.optional(), pageIndex, pageSize, minPosition };
export const currentOrdersRequest = z.strictObject({ ...ownList, before: beforeId, sort: sortOf(ORDER_SORTS) });
export const historyOrdersRequest = z.strictObject({
  ...ownList,
  before: beforeId,
  sort: sortOf(ORDER_SORTS),
  side: orderSide.optional(),
  kind: orderKind.optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
});
export type HistoryOrdersRequest = z.infer<typeof historyOrdersRequest>;
export const fillsRequest = z.strictObject({
  ...ownList,
  before: beforeFill,
  sort: sortOf(FILL_SORTS),
  side: orderSide.optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
});
/** Lists of the user that can be exported as files. The columns are the fields of the records. */
export const SPOT_EXPORTS = { orders: orderRecord, fills: fillRecord } as const;
export type SpotExport = keyof typeof SPOT_EXPORTS;
export const spotExportRequest = z
  .strictObject({
    list: z.enum(Object.keys(SPOT_EXPORTS) as [SpotExport, ...SpotExport[]]),
    market: marketName.optional(),
    side: orderSide.optional(),
    /** For orders only; refused for fills. */
    kind: orderKind.optional(),
    from: epochMs.optional(),
    to: epochMs.optional(),
    minPosition,
  })
  .refine(({ list, kind }) => list === 'orders' || kind === undefined, { message: 'unknown', path: ['kind'] });
export const orderRequest = z.strictObject({ order: id, minPosition });
export const depthRequest = z.strictObject({ market: marketName, levels: z.int().min(1).max(200).default(50) });
export const tickerRequest = z.strictObject({ market: marketName });
export const klineRequest = z.strictObject({
  market: marketName,
  interval: z.string().min(1).max(8),
  from: epochMs.optional(),
  to: epochMs.optional(),
  limit: z.int().min(1).max(1_000).default(300),
  /** Only perpetual contracts have mark and index candles; these have no volume. */
  by: z.enum(CANDLE_PRICES).default('last'),
});
export type KlineRequest = z.infer<typeof klineRequest>;
export const recentTradesRequest = z.strictObject({ market: marketName, limit: z.int().min(1).max(200).default(50) });

export const SPOT_ROUTES = {
  place: {
    method: 'POST',
    path: '/exchange/app/spot/place',
    summary: 'Place an order',
    access: 'user',
    body: placeOrderRequest,
    answer: commandAnswer.extend({ order: id }),
    rate: 'orders',
    trades: true,
  },
  amend: withTrades(
    commandRoute('/exchange/app/spot/amend', 'Change price or quantity of an open order', amendOrderRequest),
  ),
  cancel: commandRoute('/exchange/app/spot/cancel', 'Cancel an open order', cancelOrderRequest),
  cancelAll: commandRoute('/exchange/app/spot/cancelAll', 'Cancel every open order of a market', cancelAllRequest),
  quote: {
    method: 'POST',
    path: '/exchange/app/spot/quote',
    summary:
      'Cancel, change and place orders of one market at once, all or none; a refusal names the piece. None of it takes',
    access: 'user',
    body: quoteRequest,
    /** Ids of the placed orders, in the order of `places`. */
    answer: commandAnswer.extend({ orders: z.array(id) }),
    rate: 'orders',
    trades: true,
    pieces: ['cancels', 'amends', 'places'],
  },
  currentOrders: listRoute('/exchange/app/spot/currentOrders', 'Open orders', currentOrdersRequest, orderRecord),
  historyOrders: listRoute('/exchange/app/spot/historyOrders', 'Ended orders', historyOrdersRequest, orderRecord),
  order: {
    method: 'GET',
    path: '/exchange/app/spot/order',
    summary: 'One order of the user',
    access: 'user',
    query: orderRequest,
    answer: orderDetail,
  },
  fills: listRoute('/exchange/app/spot/fills', 'Trades of the user', fillsRequest, fillRecord),
  export: csvRoute('/exchange/app/spot/export', 'Ended orders or fills of any time as a CSV file', spotExportRequest),
  depth: {
    method: 'GET',
    path: '/exchange/app/spot/depth',
    summary: 'The book by price level',
    access: 'public',
    query: depthRequest,
    answer: depthSnapshot,
  },
  ticker: {
    method: 'GET',
    path: '/exchange/app/spot/ticker',
    summary: '24-hour figures of one market',
    access: 'public',
    query: tickerRequest,
    answer: ticker,
  },
  tickers: {
    method: 'GET',
    path: '/exchange/app/spot/tickers',
    summary: '24-hour figures of every market',
    access: 'public',
    query: z.strictObject({}),
    answer: z.array(ticker),
  },
  kline: {
    method: 'GET',
    path: '/exchange/app/spot/kline',
    summary: 'Candles, oldest first',
    access: 'public',
    query: klineRequest,
    answer: z.array(candle),
  },
  recentTrades: {
    method: 'GET',
    path: '/exchange/app/spot/recentTrades',
    summary: 'Latest trades of a market, oldest first',
    access: 'public',
    query: recentTradesRequest,
    answer: tradeSnapshot,
  },
} as const satisfies Record<string, Route>;
