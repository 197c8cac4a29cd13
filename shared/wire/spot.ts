/** Spot orders and the market data around them. */
import { z } from 'zod';
import { QUOTE_PIECES_MAX } from '../rules/quote-pieces';
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
  pageOf,
  pageSize,
  sortOf,
} from './fields';
import { CANDLE_PRICES, candle, depthSnapshot, fill, orderState, ticker, tradeSnapshot } from './market-data';
import { orderKind, orderSide, selfTrade, timeInForce } from './order';
import type { Route } from './route';

export const placeOrderRequest = z.strictObject({
  clientId,
  market: marketName,
  side: orderSide,
  kind: orderKind,
  /** Absent: gtc for orders with a limit, ioc for the others. */
  timeInForce: timeInForce.optional(),
  selfTrade: selfTrade.default('cancel_taker'),
  price: decimal.optional(),
  quantity: decimal.optional(),
  quoteAmount: decimal.optional(),
  trigger: decimal.optional(),
});
export type PlaceOrderRequest = z.infer<typeof placeOrderRequest>;

export const amendOrderRequest = z.strictObject({
  clientId,
  order: id,
  /** New totals: quantity = filled + open. */
  price: decimal.optional(),
  quantity: decimal.optional(),
});
export type AmendOrderRequest = z.infer<typeof amendOrderRequest>;

export const cancelOrderRequest = z.strictObject({ clientId, order: id });
export type CancelOrderRequest = z.infer<typeof cancelOrderRequest>;

export const cancelAllRequest = z.strictObject({ clientId, market: marketName });
export type CancelAllRequest = z.infer<typeof cancelAllRequest>;

const pieces = <T extends z.ZodType>(piece: T) => z.array(piece).max(QUOTE_PIECES_MAX).default([]);
/** All quotes of one market at once: 1 to 100 pieces, all or none. */
export const quoteRequest = z.strictObject({
  clientId,
  market: marketName,
  /** Own open orders. */
  cancels: pieces(id),
  /** Own orders in the book, with new totals as of an amendment. */
  amends: pieces(z.strictObject({ order: id, price: decimal.optional(), quantity: decimal.optional() })),
  /** Limit orders, post-only. */
  places: pieces(z.strictObject({ side: orderSide, price: decimal, quantity: decimal })),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** The order as the socket tells it, and what only a stored one knows. */
export const orderRecord = orderState.extend({
  selfTrade,
  clientId: z.string().nullable(),
  /** Filled quote over filled quantity, rounded down: for display. */
  averagePrice: decimal.nullable(),
  placedAt: z.int(),
  changedAt: z.int(),
});
export type OrderRecord = z.infer<typeof orderRecord>;

export const fillRecord = fill.extend({ side: orderSide, amount: decimal, at: z.int() });
export type FillRecord = z.infer<typeof fillRecord>;

export const orderDetail = orderRecord.extend({ fills: z.array(fillRecord) });
export type OrderDetail = z.infer<typeof orderDetail>;

/** By what lists of orders, and of fills, are sorted. */
export const ORDER_SORTS = ['time', 'market', 'side', 'price', 'filled'] as const;
export const FILL_SORTS = ['time', 'market', 'side', 'price', 'quantity'] as const;

const ownList = { market: marketName.optional(), pageIndex, pageSize, minPosition };
export const currentOrdersRequest = z.strictObject({ ...ownList, before: beforeId, sort: sortOf(ORDER_SORTS) });
export type CurrentOrdersRequest = z.infer<typeof currentOrdersRequest>;
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
export type FillsRequest = z.infer<typeof fillsRequest>;
/** The lists of the user that are written as files; their columns are the fields of the records. */
export const SPOT_EXPORTS = { orders: orderRecord, fills: fillRecord } as const;
export type SpotExport = keyof typeof SPOT_EXPORTS;
export const spotExportRequest = z.strictObject({
  list: z.enum(Object.keys(SPOT_EXPORTS) as [SpotExport, ...SpotExport[]]),
  market: marketName.optional(),
  side: orderSide.optional(),
  /** Of orders; with fills it is refused. */
  kind: orderKind.optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
  minPosition,
});
export type SpotExportRequest = z.infer<typeof spotExportRequest>;
export const orderRequest = z.strictObject({ order: id, minPosition });
export type OrderRequest = z.infer<typeof orderRequest>;
export const depthRequest = z.strictObject({ market: marketName, levels: z.int().min(1).max(200).default(50) });
export type DepthRequest = z.infer<typeof depthRequest>;
export const tickerRequest = z.strictObject({ market: marketName });
export type TickerRequest = z.infer<typeof tickerRequest>;
export const klineRequest = z.strictObject({
  market: marketName,
  interval: z.string().min(1).max(8),
  from: epochMs.optional(),
  to: epochMs.optional(),
  limit: z.int().min(1).max(1_000).default(300),
  /** Of mark and index there are candles of perpetual contracts alone; they have no volume. */
  by: z.enum(CANDLE_PRICES).default('last'),
});
export type KlineRequest = z.infer<typeof klineRequest>;
export const recentTradesRequest = z.strictObject({ market: marketName, limit: z.int().min(1).max(200).default(50) });
export type RecentTradesRequest = z.infer<typeof recentTradesRequest>;

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
  amend: {
    method: 'POST',
    path: '/exchange/app/spot/amend',
    summary: 'Change price or quantity of an open order',
    access: 'user',
    body: amendOrderRequest,
    answer: commandAnswer,
    rate: 'orders',
    trades: true,
  },
  cancel: {
    method: 'POST',
    path: '/exchange/app/spot/cancel',
    summary: 'Cancel an open order',
    access: 'user',
    body: cancelOrderRequest,
    answer: commandAnswer,
    rate: 'orders',
  },
  cancelAll: {
    method: 'POST',
    path: '/exchange/app/spot/cancelAll',
    summary: 'Cancel every open order of a market',
    access: 'user',
    body: cancelAllRequest,
    answer: commandAnswer,
    rate: 'orders',
  },
  quote: {
    method: 'POST',
    path: '/exchange/app/spot/quote',
    summary:
      'Cancel, change and place orders of one market at once, all or none; a refusal names the piece. None of it takes',
    access: 'user',
    body: quoteRequest,
    /** Those it placed, in the order of `places`. */
    answer: commandAnswer.extend({ orders: z.array(id) }),
    rate: 'orders',
    trades: true,
    pieces: ['cancels', 'amends', 'places'],
  },
  currentOrders: {
    method: 'POST',
    path: '/exchange/app/spot/currentOrders',
    summary: 'Open orders',
    access: 'user',
    body: currentOrdersRequest,
    answer: pageOf(orderRecord),
  },
  historyOrders: {
    method: 'POST',
    path: '/exchange/app/spot/historyOrders',
    summary: 'Ended orders',
    access: 'user',
    body: historyOrdersRequest,
    answer: pageOf(orderRecord),
  },
  order: {
    method: 'GET',
    path: '/exchange/app/spot/order',
    summary: 'One order of the user',
    access: 'user',
    query: orderRequest,
    answer: orderDetail,
  },
  fills: {
    method: 'POST',
    path: '/exchange/app/spot/fills',
    summary: 'Trades of the user',
    access: 'user',
    body: fillsRequest,
    answer: pageOf(fillRecord),
  },
  export: {
    method: 'GET',
    path: '/exchange/app/spot/export',
    summary: 'Ended orders or fills of any time as a CSV file',
    access: 'user',
    query: spotExportRequest,
    answers: 'text/csv',
    answer: z.string(),
  },
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
