/**
 * What a restart needs from the stored read models: the past that a snapshot of the core does not hold. Each answer says
 * at which position it stands, and the view goes on from there.
 */
import type { CandlePrice, Interval } from '../../../shared/wire/market-data';
import type { OrderSide } from '../../core/market/order';

export interface StoredCandle {
  market: string;
  interval: Interval;
  /** Milliseconds, as `candleStart` gives it. */
  start: number;
  /** Ticks. */
  open: number;
  high: number;
  low: number;
  close: number;
  /** Lots. */
  base: bigint;
  /** Units of the quote asset. */
  quote: bigint;
}

/** Of what was published of a perpetual: nothing is traded by it. */
export interface StoredMarkCandle extends Omit<StoredCandle, 'base' | 'quote'> {
  kind: Exclude<CandlePrice, 'last'>;
}

export interface StoredTrade {
  market: string;
  trade: number;
  /** Ticks. */
  price: number;
  /** Lots. */
  quantity: number;
  takerSide: OrderSide;
  at: number;
}

export interface StoredAt<Row> {
  /** Position of the last batch the rows include. */
  position: number;
  rows: Row[];
}

export interface HistoryReader {
  /** The newest candle of each market and interval. */
  newestCandles(): Promise<StoredAt<StoredCandle>>;
  /** The same of the marks and indexes of perpetuals. */
  newestMarkCandles(): Promise<StoredAt<StoredMarkCandle>>;
  /** Minute candles that began at or after `from` and the newest one before it, by market, oldest first. */
  minuteCandles(from: number): Promise<StoredAt<StoredCandle>>;
  /** The newest trades of each market, oldest first. */
  newestTrades(perMarket: number): Promise<StoredAt<StoredTrade>>;
}
