/**
 * Messages of the socket, and the rules by which server and client keep the same book. The schemas validate on the
 * server, document the interface and give the client its types. Events are named after their channel. Requests are
 * acknowledged in the envelope of HTTP (`code`, `message`, `data`).
 */
import { z } from 'zod';
import { PRODUCT_CHANNELS } from '../products/all';
import { ACCOUNT_KINDS } from '../rules/account-kinds';
import { CRC_BEGIN, crcOf, crcStep } from '../rules/crc32';

export const SOCKET_PATH = '/exchange/socket';

export const MARKET_CHANNELS = ['depth', 'trade', 'ticker', 'kline', 'index', 'mark'] as const;
export type MarketChannel = (typeof MARKET_CHANNELS)[number];
/** Channels over all markets, which need no market name. */
export const LISTING_CHANNELS = ['tickers'] as const;
export type ListingChannel = (typeof LISTING_CHANNELS)[number];
/** Channels that need a log-in and no market name. */
export const PRIVATE_CHANNELS = ['order', ...PRODUCT_CHANNELS, 'balance', 'message'] as const;
export type PrivateChannel = (typeof PRIVATE_CHANNELS)[number];
export const CHANNELS = [...MARKET_CHANNELS, ...LISTING_CHANNELS, ...PRIVATE_CHANNELS] as const;
export type Channel = (typeof CHANNELS)[number];
/** Topics per socket. */
export const SUBSCRIPTIONS_MAX = 50;

export function isMarketChannel(name: string): name is MarketChannel {
  return (MARKET_CHANNELS as readonly string[]).includes(name);
}
export function isListingChannel(name: string): name is ListingChannel {
  return (LISTING_CHANNELS as readonly string[]).includes(name);
}
export function isPrivateChannel(name: string): name is PrivateChannel {
  return (PRIVATE_CHANNELS as readonly string[]).includes(name);
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** Candle intervals and their length in milliseconds. */
export const INTERVAL_MS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
} as const;
export type Interval = keyof typeof INTERVAL_MS;
export const INTERVALS = Object.keys(INTERVAL_MS) as Interval[];

export function isInterval(name: string): name is Interval {
  return Object.hasOwn(INTERVAL_MS, name);
}

/** Start of the candle of `at`: UTC, weeks from Monday (day 0 of the epoch was a Thursday). */
export function candleStart(at: number, interval: Interval): number {
  const length = INTERVAL_MS[interval];
  const shift = interval === '1w' ? 4 * DAY_MS : 0;
  return Math.floor((at - shift) / length) * length + shift;
}

/** Price sources of candles: trades, or the published mark or index of a perpetual. */
export const CANDLE_PRICES = ['last', 'mark', 'index'] as const;
export type CandlePrice = (typeof CANDLE_PRICES)[number];

// Requests. Names are checked after the shape, because an unknown one has its own code.

const name = z.string().min(1).max(36);
const subscription = { channel: name, market: name.optional(), interval: name.optional() };

export const subscribeRequest = z.strictObject({
  ...subscription,
  /** Private channels: the last position of the client, which then gets the events it missed. */
  since: z.int().min(-1).optional(),
});
export const unsubscribeRequest = z.strictObject(subscription);
export const loginRequest = z.strictObject({ ticket: z.string().min(1).max(4_096) });

// Server messages. Amounts and prices are canonical decimals, ids decimal strings, times epoch milliseconds.

const decimal = z.string();
const position = z.int().min(-1);
const level = z.tuple([decimal, decimal]).readonly();
const market = z.string();

/** Price and quantity; a difference's quantity is absolute and `0` removes the level. */
export type Level = z.infer<typeof level>;

/** Maximum levels per side of a snapshot. A side with fewer levels is complete. */
export const DEPTH_LEVELS_MAX = 1_000;

/** The best levels per side, best first. `seq` is its journal position. */
export const depthSnapshot = z.strictObject({
  market,
  seq: position,
  bids: z.array(level),
  asks: z.array(level),
  checksum: z.int(),
});
export type DepthSnapshot = z.infer<typeof depthSnapshot>;

/** All changes after `from` up to `to`. At least one per second, with a checksum, even without changes. */
export const depthDifference = z.strictObject({
  market,
  from: position,
  to: position,
  bids: z.array(level),
  asks: z.array(level),
  checksum: z.int().optional(),
});
export type DepthDifference = z.infer<typeof depthDifference>;

export const trade = z.strictObject({
  id: z.string(),
  price: decimal,
  quantity: decimal,
  takerSide: z.enum(['buy', 'sell']),
  at: z.int(),
});
export type Trade = z.infer<typeof trade>;
/** The last 100, oldest first. */
export const tradeSnapshot = z.strictObject({ market, seq: position, trades: z.array(trade) });
export type TradeSnapshot = z.infer<typeof tradeSnapshot>;
/** Every trade after `from` up to `to`, by the rule of depth differences. Skip a trade whose id is already known. */
export const tradePush = z.strictObject({ market, from: position, to: position, trades: z.array(trade) });
export type TradePush = z.infer<typeof tradePush>;

/** The last 24 hours. Null before the first trade. */
export const ticker = z.strictObject({
  market,
  position,
  last: decimal.nullable(),
  /** Price 24 hours ago, or of the first trade since. */
  open: decimal.nullable(),
  change: decimal.nullable(),
  /** change / open to six decimals, rounded toward zero: `0.0123` is 1.23 %. */
  changeRatio: decimal.nullable(),
  high: decimal.nullable(),
  low: decimal.nullable(),
  baseVolume: decimal,
  quoteVolume: decimal,
});
export type Ticker = z.infer<typeof ticker>;

/** The last 24 hours of every listed market. */
export const tickersSnapshot = z.strictObject({ position, at: z.int(), tickers: z.array(ticker) });
export type TickersSnapshot = z.infer<typeof tickersSnapshot>;
/** Tickers that changed since `from`, by the rule of depth differences. `at` is the server's time. */
export const tickersPush = z.strictObject({ from: position, to: position, at: z.int(), tickers: z.array(ticker) });
export type TickersPush = z.infer<typeof tickersPush>;

/** Prices of outside sources for a symbol named like a market, and their agreed price. */
export const indexPrice = z.strictObject({
  market,
  position,
  /** The median of the sources; null before the first publication, and for markets without an index. */
  price: decimal.nullable(),
  /** Time of publication. */
  at: z.int().nullable(),
  /** Missing or too old, so that nothing is settled by it. */
  isStale: z.boolean(),
  /** The counted sources, and the time of each price. */
  sources: z.array(z.strictObject({ name: z.string(), price: decimal, at: z.int() })),
  /** The server's time, from which the age of the other times follows. */
  asOf: z.int(),
});
export type IndexPrice = z.infer<typeof indexPrice>;

export const candle = z.strictObject({
  start: z.int(),
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  baseVolume: decimal,
  quoteVolume: decimal,
  /** Generated for the demo; no trade had these prices. */
  isMade: z.literal(true).optional(),
  /** Its interval has not ended, and the values still change. */
  isRunning: z.literal(true).optional(),
});
export type Candle = z.infer<typeof candle>;
/**
 * Changed candles, oldest first. A closed candle is sent once more with its final values before the next one starts.
 */
export const klinePush = z.strictObject({ market, interval: z.string(), position, candles: z.array(candle) });
export type KlinePush = z.infer<typeof klinePush>;

export const orderState = z.strictObject({
  order: z.string(),
  market,
  side: z.enum(['buy', 'sell']),
  kind: z.enum(['limit', 'market', 'stop_limit', 'stop_market']),
  timeInForce: z.enum(['gtc', 'ioc', 'fok', 'post_only']),
  /** `waiting` for its trigger, `resting` in the book, or `closed` (final state). */
  phase: z.enum(['waiting', 'resting', 'closed']),
  status: z.enum(['pending', 'partially_filled', 'filled', 'cancelled', 'partially_cancelled', 'expired_in_part']),
  /** Reason for its end if it was not filled. */
  reason: z.string().nullable(),
  price: decimal.nullable(),
  quantity: decimal.nullable(),
  quoteAmount: decimal.nullable(),
  trigger: decimal.nullable(),
  filledQuantity: decimal,
  filledQuote: decimal,
  /** Id of the user's robot that places and cancels the order; absent for other orders. */
  robot: z.string().optional(),
});
export type OrderState = z.infer<typeof orderState>;
export const fill = z.strictObject({
  trade: z.string(),
  order: z.string(),
  market,
  role: z.enum(['maker', 'taker']),
  price: decimal,
  quantity: decimal,
  fee: decimal,
  feeAsset: z.string(),
});
export type Fill = z.infer<typeof fill>;
/** Effect of one batch on a user's orders: each changed order in its new state, and the fills. */
export const orderUpdate = z.strictObject({ position, at: z.int(), orders: z.array(orderState), fills: z.array(fill) });
export type OrderUpdate = z.infer<typeof orderUpdate>;
export const orderSnapshot = z.strictObject({ position, orders: z.array(orderState) });
export type OrderSnapshot = z.infer<typeof orderSnapshot>;

/** Balance of one asset in one of the user's accounts; orders use the spot account. */
export const balance = z.strictObject({
  account: z.enum(ACCOUNT_KINDS),
  asset: z.string(),
  available: decimal,
  frozen: decimal,
  locked: decimal,
});
export type Balance = z.infer<typeof balance>;
/** Balances changed by one batch, in their new state. */
export const balanceUpdate = z.strictObject({ position, at: z.int(), balances: z.array(balance) });
export type BalanceUpdate = z.infer<typeof balanceUpdate>;
export const balanceSnapshot = z.strictObject({ position, balances: z.array(balance) });
export type BalanceSnapshot = z.infer<typeof balanceSnapshot>;

/**
 * Pushes of private channels: all events after `from` up to `to`, by the rule of depth differences. Skip an update at or before the known
 * position. A push with the server's time comes at least once a second, even without events.
 */
const span = { from: position, to: position, at: z.int() };
export const orderPush = z.strictObject({ ...span, updates: z.array(orderUpdate) });
export type OrderPush = z.infer<typeof orderPush>;
export const balancePush = z.strictObject({ ...span, updates: z.array(balanceUpdate) });
export type BalancePush = z.infer<typeof balancePush>;

/** Messages are read over HTTP; the channel only announces new ones. Positions count them from the subscription on. */
export const messageSnapshot = z.strictObject({ position, messages: z.array(z.never()) });
export type MessageSnapshot = z.infer<typeof messageSnapshot>;
export const messageNote = z.strictObject({ id: z.string(), at: z.int() });
export type MessageNote = z.infer<typeof messageNote>;
export const messagePush = z.strictObject({ ...span, messages: z.array(messageNote) });
export type MessagePush = z.infer<typeof messagePush>;

/** First snapshots of product channels. Each product adds its own. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- products merge theirs into it
export interface ProductSnapshots {}
/** Pushes of the products' private channels. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- products merge theirs into it
export interface ProductPushes {}

export type Snapshot =
  | DepthSnapshot
  | TradeSnapshot
  | Ticker
  | TickersSnapshot
  | KlinePush
  | IndexPrice
  | OrderSnapshot
  | BalanceSnapshot
  | MessageSnapshot
  | ProductSnapshots[keyof ProductSnapshots];

/** Replaces the snapshot for a client with `since`: the missed events in the form of a push. */
export type Missed = OrderPush | BalancePush | ProductPushes[keyof ProductPushes];

/** Replaces updates that were dropped because the client reads too slowly. The client restarts from this snapshot. */
export interface SnapshotPush {
  channel: Channel;
  market?: string;
  interval?: Interval;
  snapshot: Snapshot;
}

/**
 * User of the socket, sent after every change: at the start, after a log-in, and before a revoked session is dropped.
 */
export interface SessionPush {
  code: string;
  message: string;
  user: number | null;
  /** The server's time. */
  at: number;
}

export interface FieldFault {
  path: string;
  code: string;
}

export type SubscribeAnswer = { snapshot: Snapshot } | Missed;

export interface Ack<Data = unknown> {
  code: string;
  message: string;
  data?: Data | { fields: FieldFault[] };
}

// The book that both sides keep.

/** A client's copy of a book: quantity by price, as canonical decimals. */
export interface DepthBook {
  seq: number;
  bids: Map<string, string>;
  asks: Map<string, string>;
}

export function bookOf({ seq, bids, asks }: Pick<DepthSnapshot, 'seq' | 'bids' | 'asks'>): DepthBook {
  return { seq, bids: new Map(bids), asks: new Map(asks) };
}

/**
 * Applies a difference in place. `applied` if from ≤ seq < to, `dropped` if the book is already at or beyond it (to ≤
 * seq), `gap` if changes in between are missing. Then the book stays unchanged and a snapshot is needed.
 */
export function applyDifference(book: DepthBook, difference: DepthDifference): 'applied' | 'dropped' | 'gap' {
  if (difference.to <= book.seq) return 'dropped';
  if (difference.from > book.seq) return 'gap';
  replaceLevels(book.bids, difference.bids);
  replaceLevels(book.asks, difference.asks);
  book.seq = difference.to;
  return 'applied';
}

function replaceLevels(side: Map<string, string>, levels: readonly Level[]): void {
  for (const [price, quantity] of levels) {
    if (quantity === '0') side.delete(price);
    else side.set(price, quantity);
  }
}

/** The best levels of one side of a client's book, best first. */
export function bestLevels(book: DepthBook, side: 'bids' | 'asks', count: number): Level[] {
  const direction = side === 'asks' ? 1 : -1;
  return [...book[side]].sort(([a], [b]) => direction * compareDecimals(a, b)).slice(0, count);
}

/**
 * Below zero, zero or above zero if `a` is less than, equal to or greater than `b`. Canonical non-negative decimals.
 */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  // Without trailing zeros, fractions compare in text order: a shorter one with the same beginning is smaller.
  return fractionA === fractionB ? 0 : fractionA < fractionB ? -1 : 1;
}

export const CHECKSUM_LEVELS = 10;

/** The checksum of a client's book, to compare with that of a difference once the book is at its `to`. */
export function bookChecksum(book: DepthBook): number {
  return depthChecksum(bestLevels(book, 'bids', CHECKSUM_LEVELS), bestLevels(book, 'asks', CHECKSUM_LEVELS));
}

/**
 * CRC-32 (IEEE 802.3, as in zlib) over the top ten bids, then the top ten asks, each `price:quantity`, joined by `|`.
 * Levels are best first, in canonical decimals. Returns an unsigned 32-bit integer.
 */
export function depthChecksum(bids: readonly Level[], asks: readonly Level[]): number {
  const levels = [...bids.slice(0, CHECKSUM_LEVELS), ...asks.slice(0, CHECKSUM_LEVELS)];
  return crc32(levels.map(([price, quantity]) => `${price}:${quantity}`).join('|'));
}

/** Over ASCII text, one byte per character. */
function crc32(text: string): number {
  let crc = CRC_BEGIN;
  for (let index = 0; index < text.length; index += 1) crc = crcStep(crc, text.charCodeAt(index));
  return crcOf(crc);
}
