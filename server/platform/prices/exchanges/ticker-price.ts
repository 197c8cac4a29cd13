/** Converts a public exchange's ticker into an index source's price. */
import Big from 'big.js';
import type { SourcePrice } from '../index-sources';

/** The fields of ccxt's tickers that are used; each may be missing. */
export interface Ticker {
  symbol?: unknown;
  timestamp?: unknown;
  last?: unknown;
  bid?: unknown;
  ask?: unknown;
}

/** Maximum ms by which an exchange's clock may be ahead; more is an error. */
const AHEAD_MS_MAX = 5_000;
const POSITIVE = /^\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,2})?$/i;

/**
 * The last trade, or the nearer quote if the quotes have moved past it. The time is the exchange's, else that of
 * receipt. Null without a valid price or time.
 */
export function priceOfTicker({ timestamp, last, bid, ask }: Ticker, now: number): SourcePrice | null {
  const price = middleOf(positive(last), positive(bid), positive(ask));
  const at = timestamp === undefined || timestamp === null ? now : timestamp;
  if (price === null || !Number.isSafeInteger(at)) return null;
  if ((at as number) > now + AHEAD_MS_MAX || (at as number) <= 0) return null;
  return { price: price.toFixed(), at: Math.min(at as number, now) };
}

function middleOf(last: Big | null, bid: Big | null, ask: Big | null): Big | null {
  if (!last) return null;
  // Crossed quotes are ignored.
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
