/** State of conversions: terms of small balances, and the day's payments for them. */
import type { DustTerms } from './commands';

const DAY_MS = 86_400_000;

/** UTC day of a time, whole days since the epoch; not the exchange's time zone. */
export function dustDayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** The last day with purchases of small balances. */
export interface DustDay {
  day: number;
  /** Units of USDT. */
  paid: bigint;
}

export interface ConvertState {
  /** Next conversion number, from 1. */
  next: number;
  /** Null before the first terms: no balances are bought. */
  terms: DustTerms | null;
  today: DustDay | null;
  /** Users whose small balances were bought on that day. */
  users: Set<number>;
}

export function createConvertState(): ConvertState {
  return { next: 1, terms: null, today: null, users: new Set() };
}

declare module '../../../core/state' {
  interface ProductStates {
    convert: ConvertState;
  }
}
