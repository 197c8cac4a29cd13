/**
 * The socket's messages and the rules by which both sides keep one book: schemas validate on the server, document the
 * interface and give the client its types. Events are named after their channel; requests are answered by an
 * acknowledgement in the envelope of HTTP (`code`, `message`, `data`).
 */
import { z } from 'zod';
import { ACCOUNT_KINDS } from '../rules/account-kinds';
import { CRC_BEGIN, crcOf, crcStep } from '../rules/crc32';
import { contractUpdate, type ContractMark, type ContractPositions } from '../products/perpetual/stream';
import type { EarnHoldings, EarnPush } from '../products/earn/wire';
import { optionUpdate, type OpenOptions } from '../products/option/stream';
import type { RobotPush, RunningRobots } from '../products/robot/wire';

export const SOCKET_PATH = '/exchange/socket';

export const MARKET_CHANNELS = ['depth', 'trade', 'ticker', 'kline', 'index', 'mark'] as const;
export type MarketChannel = (typeof MARKET_CHANNELS)[number];
/** Of every market at once; they name none. */
export const LISTING_CHANNELS = ['tickers'] as const;
export type ListingChannel = (typeof LISTING_CHANNELS)[number];
/** These need a log-in and name no market. */
export const PRIVATE_CHANNELS = ['order', 'position', 'option', 'earn', 'robot', 'balance', 'message'] as const;
export type PrivateChannel = (typeof PRIVATE_CHANNELS)[number];
export const CHANNELS = [...MARKET_CHANNELS, ...LISTING_CHANNELS, ...PRIVATE_CHANNELS] as const;
export type Channel = (typeof CHANNELS)[number];
/** Topics of one socket. */
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

/** When the candle that holds `at` began: UTC, weeks from Monday (day 0 of the epoch was a Thursday). */
export function candleStart(at: number, interval: Interval): number {
  const length = INTERVAL_MS[interval];
  const shift = interval === '1w' ? 4 * DAY_MS : 0;
  return Math.floor((at - shift) / length) * length + shift;
}

/** What candles are drawn of: what was traded, or of a perpetual what was published as its mark and its index. */
export const CANDLE_PRICES = ['last', 'mark', 'index'] as const;
export type CandlePrice = (typeof CANDLE_PRICES)[number];

// Requests. Names are checked after the shape, since a wrong one has a code of its own.

const name = z.string().min(1).max(36);
const subscription = { channel: name, market: name.optional(), interval: name.optional() };

export const subscribeRequest = z.strictObject({
  ...subscription,
  /** Private channels: the last position the client has; it gets what it missed. */
  since: z.int().min(-1).optional(),
});
export const unsubscribeRequest = z.strictObject(subscription);
export const loginRequest = z.strictObject({ ticket: z.string().min(1).max(4_096) });

// What the server says. Amounts and prices are canonical decimals, ids decimal strings, times epoch milliseconds.

const decimal = z.string();
const position = z.int().min(-1);
const level = z.tuple([decimal, decimal]).readonly();
const market = z.string();

/** Price and quantity; a difference's quantity is absolute and `0` removes the level. */
export type Level = z.infer<typeof level>;

/** Levels a side that a snapshot has at most. One that has fewer has all there are. */
export const DEPTH_LEVELS_MAX = 1_000;

/** The best levels a side, best first. `seq` is the journal position it stands at. */
export const depthSnapshot = z.strictObject({
  market,
  seq: position,
  bids: z.array(level),
  asks: z.array(level),
  checksum: z.int(),
});
export type DepthSnapshot = z.infer<typeof depthSnapshot>;

/** Everything that changed after `from` up to `to`. At least one a second, with a checksum, even when nothing changed. */
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
/** Every trade after `from` up to `to`, by the rule of depth differences; a trade whose id is already known is skipped. */
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
  /** change / open to six places, towards zero: `0.0123` is 1.23 %. */
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
/** Those that are other than they were at `from`, by the rule of depth differences; `at` is the server's time. */
export const tickersPush = z.strictObject({ from: position, to: position, at: z.int(), tickers: z.array(ticker) });
export type TickersPush = z.infer<typeof tickersPush>;

/** What sources outside show of a symbol named like a market, and the price they agree on. */
export const indexPrice = z.strictObject({
  market,
  position,
  /** The median of the sources; null before the first publication, and of a market that has no index. */
  price: decimal.nullable(),
  /** When it was published. */
  at: z.int().nullable(),
  /** Too old, or none, for anything to be settled by it. */
  isStale: z.boolean(),
  /** Those that counted, and when each showed its price. */
  sources: z.array(z.strictObject({ name: z.string(), price: decimal, at: z.int() })),
  /** The server's time, by which the others have an age. */
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
  /** Made for the demo: nobody traded at these prices. */
  isMade: z.literal(true).optional(),
  /** Its interval is not over: the figures still change. */
  isRunning: z.literal(true).optional(),
});
export type Candle = z.infer<typeof candle>;
/** Candles that changed, oldest first: a closed one comes once more with its final figures before the next begins. */
export const klinePush = z.strictObject({ market, interval: z.string(), position, candles: z.array(candle) });
export type KlinePush = z.infer<typeof klinePush>;

export const orderState = z.strictObject({
  order: z.string(),
  market,
  side: z.enum(['buy', 'sell']),
  kind: z.enum(['limit', 'market', 'stop_limit', 'stop_market']),
  timeInForce: z.enum(['gtc', 'ioc', 'fok', 'post_only']),
  /** `waiting` for its trigger, `resting` in the book, or `closed`: this is its last word. */
  phase: z.enum(['waiting', 'resting', 'closed']),
  status: z.enum(['pending', 'partially_filled', 'filled', 'cancelled', 'partially_cancelled', 'expired_in_part']),
  /** Why it ended unfilled. */
  reason: z.string().nullable(),
  price: decimal.nullable(),
  quantity: decimal.nullable(),
  quoteAmount: decimal.nullable(),
  trigger: decimal.nullable(),
  filledQuantity: decimal,
  filledQuote: decimal,
  /** Of this robot of the user, which alone places and ends it; absent from all others. */
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
/** What one batch did to a user's orders: each touched order as it is now, and the fills that made it so. */
export const orderUpdate = z.strictObject({ position, at: z.int(), orders: z.array(orderState), fills: z.array(fill) });
export type OrderUpdate = z.infer<typeof orderUpdate>;
export const orderSnapshot = z.strictObject({ position, orders: z.array(orderState) });
export type OrderSnapshot = z.infer<typeof orderSnapshot>;

/** Of one asset in one of the user's accounts; orders trade with the spot account. */
export const balance = z.strictObject({
  account: z.enum(ACCOUNT_KINDS),
  asset: z.string(),
  available: decimal,
  frozen: decimal,
  locked: decimal,
});
export type Balance = z.infer<typeof balance>;
/** The balances that one batch moved, as they are after it. */
export const balanceUpdate = z.strictObject({ position, at: z.int(), balances: z.array(balance) });
export type BalanceUpdate = z.infer<typeof balanceUpdate>;
export const balanceSnapshot = z.strictObject({ position, balances: z.array(balance) });
export type BalanceSnapshot = z.infer<typeof balanceSnapshot>;

/**
 * Pushes of private channels: everything that happened after `from` up to `to`, by the rule of depth differences; an update at
 * or before what is known is skipped. At least one a second, with the server's time, even when nothing happened.
 */
const span = { from: position, to: position, at: z.int() };
export const orderPush = z.strictObject({ ...span, updates: z.array(orderUpdate) });
export type OrderPush = z.infer<typeof orderPush>;
export const balancePush = z.strictObject({ ...span, updates: z.array(balanceUpdate) });
export type BalancePush = z.infer<typeof balancePush>;

/** Positions in perpetual contracts, and what was chosen for their markets. */
export const positionPush = z.strictObject({ ...span, updates: z.array(contractUpdate) });
export type PositionPush = z.infer<typeof positionPush>;
/** Open second contracts, and those that were settled. */
export const optionPush = z.strictObject({ ...span, updates: z.array(optionUpdate) });
export type OptionPush = z.infer<typeof optionPush>;
/** Messages are read over HTTP; the channel says that there are new ones. Positions count them from the subscription on. */
export const messageSnapshot = z.strictObject({ position, messages: z.array(z.never()) });
export type MessageSnapshot = z.infer<typeof messageSnapshot>;
export const messageNote = z.strictObject({ id: z.string(), at: z.int() });
export type MessageNote = z.infer<typeof messageNote>;
export const messagePush = z.strictObject({ ...span, messages: z.array(messageNote) });
export type MessagePush = z.infer<typeof messagePush>;

export type Snapshot =
  | DepthSnapshot
  | TradeSnapshot
  | Ticker
  | TickersSnapshot
  | KlinePush
  | IndexPrice
  | OrderSnapshot
  | BalanceSnapshot
  | ContractPositions
  | ContractMark
  | OpenOptions
  | EarnHoldings
  | RunningRobots
  | MessageSnapshot;

/** In place of a snapshot what a client with `since` missed, as a push of the channel would say it. */
export type Missed = OrderPush | BalancePush | PositionPush | OptionPush | EarnPush | RobotPush;

/** In place of updates that were dropped because the client reads too slowly: start over from here. */
export interface SnapshotPush {
  channel: Channel;
  market?: string;
  interval?: Interval;
  snapshot: Snapshot;
}

/** Whom the socket stands for, after every change: at the start, after a log-in, and before a revoked one is dropped. */
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

// The book both sides keep.

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
 * Applies a difference in place. `applied` when from ≤ seq < to, `dropped` when the book is already there (to ≤ seq),
 * `gap` when something between is missing: the book is untouched and a snapshot is needed.
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

/** Below, equal to or above zero as `a` is less than, equal to or greater than `b`. Canonical non-negative decimals. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  // Without trailing zeros a shorter fraction that begins alike is the smaller one: the order of texts.
  return fractionA === fractionB ? 0 : fractionA < fractionB ? -1 : 1;
}

export const CHECKSUM_LEVELS = 10;

/** The checksum a client compares with the one a difference carries, once its book stands at that difference's `to`. */
export function bookChecksum(book: DepthBook): number {
  return depthChecksum(bestLevels(book, 'bids', CHECKSUM_LEVELS), bestLevels(book, 'asks', CHECKSUM_LEVELS));
}

/**
 * CRC-32 (IEEE 802.3, as in zlib) over the top ten bids, then the top ten asks, each `price:quantity`, joined by `|`.
 * Levels come best first, in canonical decimals. Returns an unsigned 32-bit integer.
 */
export function depthChecksum(bids: readonly Level[], asks: readonly Level[]): number {
  const levels = [...bids.slice(0, CHECKSUM_LEVELS), ...asks.slice(0, CHECKSUM_LEVELS)];
  return crc32(levels.map(([price, quantity]) => `${price}:${quantity}`).join('|'));
}

/** Over ASCII text, one byte a character. */
function crc32(text: string): number {
  let crc = CRC_BEGIN;
  for (let index = 0; index < text.length; index += 1) crc = crcStep(crc, text.charCodeAt(index));
  return crcOf(crc);
}
