/** Spot orders and the market data around them. */
import { z } from 'zod';
import {
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
} from './fields';
import type { Route } from './route';

export const orderSide = z.enum(['buy', 'sell']);
export const orderKind = z.enum(['limit', 'market', 'stop_limit', 'stop_market']);
export const timeInForce = z.enum(['gtc', 'ioc', 'fok', 'post_only']);
export const selfTrade = z.enum(['cancel_taker', 'cancel_maker', 'cancel_both']);

export const ORDER_STATUSES = [
  'pending',
  'partially_filled',
  'filled',
  'cancelled',
  'partially_cancelled',
  'expired_in_part',
] as const;
export const orderStatus = z.enum(ORDER_STATUSES);

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
  orderId: id,
  /** New totals: quantity = filled + open. */
  price: decimal.optional(),
  quantity: decimal.optional(),
});
export type AmendOrderRequest = z.infer<typeof amendOrderRequest>;

export const cancelOrderRequest = z.strictObject({ clientId, orderId: id });
export type CancelOrderRequest = z.infer<typeof cancelOrderRequest>;

export const cancelAllRequest = z.strictObject({ clientId, market: marketName });
export type CancelAllRequest = z.infer<typeof cancelAllRequest>;

export const orderRecord = z.object({
  orderId: id,
  market: marketName,
  side: orderSide,
  kind: orderKind,
  timeInForce,
  selfTrade,
  price: decimal.nullable(),
  quantity: decimal.nullable(),
  quoteAmount: decimal.nullable(),
  trigger: decimal.nullable(),
  filledQuantity: decimal,
  filledQuote: decimal,
  /** Filled quote over filled quantity, rounded down to eight digits: for display. */
  averagePrice: decimal.nullable(),
  status: orderStatus,
  reason: z.string().nullable(),
  clientId: z.string().nullable(),
  placedAt: z.int(),
  updatedAt: z.int(),
});
export type OrderRecord = z.infer<typeof orderRecord>;

export const fillRecord = z.object({
  tradeId: id,
  orderId: id,
  market: marketName,
  side: orderSide,
  role: z.enum(['maker', 'taker']),
  price: decimal,
  quantity: decimal,
  amount: decimal,
  fee: decimal,
  feeAsset: z.string(),
  at: z.int(),
});
export type FillRecord = z.infer<typeof fillRecord>;

const level = z.tuple([decimal, decimal]);
export const depthSnapshot = z.object({
  market: marketName,
  /** Journal position this book is at. */
  seq: z.int(),
  bids: z.array(level),
  asks: z.array(level),
});

export const tickerRecord = z.object({
  market: marketName,
  last: decimal,
  open: decimal,
  high: decimal,
  low: decimal,
  volume: decimal,
  quoteVolume: decimal,
  /** Change over 24 hours in percent, two digits, signed. */
  changePercent: z.string(),
  bid: decimal.nullable(),
  ask: decimal.nullable(),
});
export type TickerRecord = z.infer<typeof tickerRecord>;

export const candleRecord = z.object({
  openAt: z.int(),
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  volume: decimal,
  quoteVolume: decimal,
});
export type CandleRecord = z.infer<typeof candleRecord>;

export const tradeRecord = z.object({
  tradeId: id,
  price: decimal,
  quantity: decimal,
  /** The taker's side. */
  side: orderSide,
  at: z.int(),
});
export type TradeRecord = z.infer<typeof tradeRecord>;

const ownList = { market: marketName.optional(), pageIndex, pageSize, minPosition };
export const currentOrdersRequest = z.strictObject(ownList);
export const historyOrdersRequest = z.strictObject({
  ...ownList,
  side: orderSide.optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
});
export const fillsRequest = z.strictObject({
  ...ownList,
  orderId: id.optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
});
export const orderRequest = z.strictObject({ orderId: id, minPosition });
export const depthRequest = z.strictObject({ market: marketName, levels: z.int().min(1).max(200).default(50) });
export const tickerRequest = z.strictObject({ market: marketName });
export const klineRequest = z.strictObject({
  market: marketName,
  interval: z.string().min(1).max(8),
  from: epochMs.optional(),
  to: epochMs.optional(),
  limit: z.int().min(1).max(1_000).default(300),
});
export const recentTradesRequest = z.strictObject({ market: marketName, limit: z.int().min(1).max(200).default(50) });

export const SPOT_ROUTES = {
  place: {
    method: 'POST',
    path: '/exchange/app/spot/place',
    summary: 'Place an order',
    access: 'user',
    body: placeOrderRequest,
    answer: commandAnswer.extend({ orderId: id }),
    rate: 'orders',
  },
  amend: {
    method: 'POST',
    path: '/exchange/app/spot/amend',
    summary: 'Change price or quantity of an open order',
    access: 'user',
    body: amendOrderRequest,
    answer: commandAnswer,
    rate: 'orders',
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
    answer: orderRecord,
  },
  fills: {
    method: 'POST',
    path: '/exchange/app/spot/fills',
    summary: 'Trades of the user',
    access: 'user',
    body: fillsRequest,
    answer: pageOf(fillRecord),
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
    answer: tickerRecord,
  },
  tickers: {
    method: 'GET',
    path: '/exchange/app/spot/tickers',
    summary: '24-hour figures of every market',
    access: 'public',
    query: z.strictObject({}),
    answer: z.array(tickerRecord),
  },
  kline: {
    method: 'GET',
    path: '/exchange/app/spot/kline',
    summary: 'Candles, oldest first',
    access: 'public',
    query: klineRequest,
    answer: z.array(candleRecord),
  },
  recentTrades: {
    method: 'GET',
    path: '/exchange/app/spot/recentTrades',
    summary: 'Latest trades of a market, newest first',
    access: 'public',
    query: recentTradesRequest,
    answer: z.array(tradeRecord),
  },
} as const satisfies Record<string, Route>;
