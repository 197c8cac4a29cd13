/** What a screen shows of a book: rows with running totals, and the spread. Exact integers inside, decimals outside. */
import { decimalOf, scaleOf, unitsOf } from '../../../../shared/rules/units';
import type { Level } from '../../../../shared/wire/market-data';
import type { Book } from './fold';

export interface LadderRow {
  price: string;
  quantity: string;
  /** Quantity of this level and every better one. */
  total: string;
  /** `total` as a share of the deeper side's total in whole thousandths, 0 to 1,000: the length of the bar. */
  depthPermille: number;
}

export interface Ladder {
  bids: LadderRow[];
  asks: LadderRow[];
}

/** The best `count` levels a side. Both sides share one scale, so that their bars can be compared. */
export function ladderOf(book: Book, count: number): Ladder {
  const bids = book.bids.slice(0, count);
  const asks = book.asks.slice(0, count);
  const scale = Math.max(0, ...[...bids, ...asks].map(([, quantity]) => scaleOf(quantity)));
  const bidTotals = runningTotals(bids, scale);
  const askTotals = runningTotals(asks, scale);
  const deepest = largest(bidTotals.at(-1) ?? 0n, askTotals.at(-1) ?? 0n);
  return { bids: rowsOf(bids, bidTotals, deepest, scale), asks: rowsOf(asks, askTotals, deepest, scale) };
}

function runningTotals(levels: readonly Level[], scale: number): bigint[] {
  let total = 0n;
  return levels.map(([, quantity]) => (total += units(quantity, scale)));
}

function rowsOf(levels: readonly Level[], totals: readonly bigint[], deepest: bigint, scale: number): LadderRow[] {
  return levels.map(([price, quantity], index) => {
    const total = totals[index] ?? 0n;
    return {
      price,
      quantity,
      total: decimalOf(total, scale),
      depthPermille: deepest === 0n ? 0 : Number((total * 1_000n) / deepest),
    };
  });
}

export interface Spread {
  /** Best ask less best bid, in the quote asset, exact. */
  price: string;
  /** Spread / best bid, to six places, towards zero. */
  ratio: string;
}

const RATIO_SCALE = 6;

/** Null unless both sides have a level. */
export function spreadOf({ bids, asks }: Book): Spread | null {
  const bid = bids[0];
  const ask = asks[0];
  if (!bid || !ask) return null;
  const scale = Math.max(scaleOf(bid[0]), scaleOf(ask[0]));
  const bidUnits = units(bid[0], scale);
  const difference = units(ask[0], scale) - bidUnits;
  return {
    price: decimalOf(difference, scale),
    ratio: decimalOf((difference * 10n ** BigInt(RATIO_SCALE)) / bidUnits, RATIO_SCALE),
  };
}

function units(decimal: string, scale: number): bigint {
  const amount = unitsOf(decimal, scale);
  if (typeof amount !== 'bigint') throw new Error(`the server sent ${decimal}, which is no decimal`);
  return amount;
}

function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
