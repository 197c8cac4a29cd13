/**
 * Stored read models that a restart needs: history that a snapshot of the core does not contain. Each answer has its
 * position, and the view continues from there.
 */
import type { CandlePrice, Interval } from '../../../shared/wire/market-data';
import type { OrderSide } from '../../core/market/order';

export interface StoredCandle {
  market: string;
  interval: Interval;
  /** Milliseconds, from `candleStart`. */
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

/** Candle of published prices of a perpetual; it has no traded amounts. */
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
  /** Newest mark and index candle of each perpetual and interval. */
  newestMarkCandles(): Promise<StoredAt<StoredMarkCandle>>;
  /** Minute candles that began at or after `from` and the newest one before it, by market, oldest first. */
  minuteCandles(from: number): Promise<StoredAt<StoredCandle>>;
  /** The newest trades of each market, oldest first. */
  newestTrades(perMarket: number): Promise<StoredAt<StoredTrade>>;
}
