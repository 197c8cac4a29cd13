/** What a public exchange says of a market, as a source of index prices tells it. */
import Big from 'big.js';
import type { Told } from '../index-sources';

/** The part of ccxt's tickers that is read; nothing of it is certain to be there. */
export interface Ticker {
  symbol?: unknown;
  timestamp?: unknown;
  last?: unknown;
  bid?: unknown;
  ask?: unknown;
}

/** The clocks of exchanges run ahead of ours by a moment; by more they are wrong. */
const AHEAD_MS_MAX = 5_000;
const POSITIVE = /^\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,2})?$/i;

/**
 * The last trade, or the nearer quote where the quotes have left it behind. The time is the exchange's, and that of hearing it
 * where the exchange names none. Null for what is no price or no time.
 */
export function toldBy({ timestamp, last, bid, ask }: Ticker, now: number): Told | null {
  const price = middleOf(positive(last), positive(bid), positive(ask));
  const at = timestamp === undefined || timestamp === null ? now : timestamp;
  if (price === null || !Number.isSafeInteger(at)) return null;
  if ((at as number) > now + AHEAD_MS_MAX || (at as number) <= 0) return null;
  return { price: price.toFixed(), at: Math.min(at as number, now) };
}

function middleOf(last: Big | null, bid: Big | null, ask: Big | null): Big | null {
  if (!last) return null;
  // Quotes that cross are no quotes.
  if (!bid || !ask || bid.gt(ask)) return last;
  if (last.lt(bid)) return bid;
  return last.gt(ask) ? ask : last;
}

function positive(value: unknown): Big | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !POSITIVE.test(text)) return null;
  const number = new Big(text);
  return number.gt(0) ? number : null;
}
