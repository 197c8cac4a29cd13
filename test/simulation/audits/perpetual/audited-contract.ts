/** Contracts and their orders, shared by the auditor's parts for perpetuals. */
import type { EventOf } from '../../../../server/core/event';
import type { NaiveBook } from '../../naive-book';

export interface AuditedContract {
  /** With the terms in effect. */
  listed: EventOf<'PerpetualMarketListed'>;
  announced: EventOf<'PerpetualTermsChanged'> | null;
  /** The announced terms apply to orders already, not yet to positions. */
  ordersGoAhead: boolean;
  ending: { endsAt: number; price: number; isOver: boolean } | null;
  state: string;
  /** Coins of the contract that are under maintenance. */
  halted: Set<string>;
  /** Units of quote per lot and tick. */
  unit: bigint;
  book: NaiveBook;
  last: number;
  mark: number;
  index: number;
}
export interface AuditedOrder {
  placed: EventOf<'PerpetualOrderPlaced'>;
  quantity: number;
  filled: number;
  rests: boolean;
  /** The trigger is not reached yet. */
  waits: boolean;
  /** Ticks; 0 without a price. */
  price: number;
  trigger: number;
  waiting: Waiting | null;
  hold: number | null;
  /** Open lots without a hold, because they close the opposite position. */
  against: number;
}
/** Side of the price at the start of the wait, and the arrival number. */
export interface Waiting {
  above: boolean;
  arrival: number;
}

/** Rounded up to a unit; the last rate serves every higher level. */
export function feeAt(value: bigint, rates: readonly number[], level: number): bigint {
  return (value * BigInt(rates[Math.min(level, rates.length - 1)]) + 999_999_999n) / 1_000_000_000n;
}
