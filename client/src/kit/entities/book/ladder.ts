/** Book rows for display: running totals, and the spread. Computes with exact integers, returns decimals. */
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import type { Level } from '../../../../../shared/wire/market-data';
import { exact } from '../../lib/numbers/exact';
import type { Book } from './fold';

export type BookSide = 'bids' | 'asks';
type Levels = Pick<Book, BookSide>;

export interface LadderRow {
  /** The worst price of a group. */
  price: string;
  quantity: string;
  /** Quantity of this row and every better one. */
  total: string;
  /** `total` as a share of the deeper side's total in whole thousandths, 0 to 1,000: the length of the bar. */
  depthPermille: number;
}

export interface Ladder {
  bids: LadderRow[];
  asks: LadderRow[];
}

export interface LadderTerms {
  /** Rows per side. */
  counts: Readonly<Record<BookSide, number>>;
  /** Prices are grouped to multiples of this: asks rounded up, bids down, so that no shown price is better than the real one. */
  step: string;
  lot: string;
}

interface Group {
  price: bigint;
  quantity: bigint;
}

/** A group before totals are added. */
interface LevelGroup {
  price: bigint;
  quantities: string[];
}

/** Best groups of both sides, on one scale for comparable bars. */
export function ladderOf(book: Levels, { counts, step, lot }: LadderTerms): Ladder {
  const [bidsShown, asksShown] = [
    groupLevels(book.bids, 'bids', step, counts.bids),
    groupLevels(book.asks, 'asks', step, counts.asks),
  ];
  // A book may precede a change of its market's terms; quantities finer than the lot are shown in full.
  const quantity = Math.max(scaleOf(lot), finestScaleOf(bidsShown), finestScaleOf(asksShown));
  const [bids, asks] = [sumGroups(bidsShown, quantity), sumGroups(asksShown, quantity)];
  const deepest = largest(sumOf(bids), sumOf(asks));
  const scales = { price: scaleOf(step), quantity };
  return { bids: rowsOf(bids, deepest, scales), asks: rowsOf(asks, deepest, scales) };
}

/** Reads only up to the last requested group; a side may have a thousand more levels. */
function groupLevels(levels: readonly Level[], side: BookSide, step: string, count: number): LevelGroup[] {
  const groups: LevelGroup[] = [];
  // With a coarser step than the tick, prices are compared at their own scale.
  const scale = Math.max(scaleOf(step), ...levels.slice(0, 1).map(([price]) => scaleOf(price)), 0);
  for (const [price, quantity] of levels) {
    const group = groupPrice(price, side, step, scale);
    const last = groups.at(-1);
    if (last?.price === group) last.quantities.push(quantity);
    else if (groups.length === count) break;
    else groups.push({ price: group, quantities: [quantity] });
  }
  return groups;
}

function sumGroups(groups: readonly LevelGroup[], scale: number): Group[] {
  return groups.map(({ price, quantities }) => ({
    price,
    quantity: quantities.reduce((sum, quantity) => sum + exact(quantity, scale), 0n),
  }));
}

/** Units of the step's scale. */
function groupPrice(price: string, side: BookSide, step: string, atLeast: number): bigint {
  const scale = Math.max(atLeast, scaleOf(price));
  const width = exact(step, scale);
  const units = exact(price, scale);
  const multiple = side === 'asks' ? (units + width - 1n) / width : units / width;
  return multiple * exact(step, scaleOf(step));
}

/** Group price of `price`, as in the ladder. */
export function groupOf(price: string, side: BookSide, step: string): string {
  return decimalOf(groupPrice(price, side, step, scaleOf(step)), scaleOf(step));
}

function rowsOf(groups: readonly Group[], deepest: bigint, scales: { price: number; quantity: number }): LadderRow[] {
  let total = 0n;
  return groups.map(({ price, quantity }) => {
    total += quantity;
    return {
      price: decimalOf(price, scales.price),
      quantity: decimalOf(quantity, scales.quantity),
      total: decimalOf(total, scales.quantity),
      depthPermille: deepest === 0n ? 0 : Number((total * 1_000n) / deepest),
    };
  });
}

const STEP_FACTORS = [1n, 10n, 100n, 1_000n, 10_000n, 100_000n];
/** Steps above a hundredth of the price would put everything into one row. */
const STEP_SHARE = 100n;

/** Steps for grouping: the tick and its multiples, as long as they separate prices. */
export function stepsOf(tick: string, price: string): string[] {
  const scale = Math.max(scaleOf(tick), scaleOf(price));
  const width = exact(tick, scale);
  const level = exact(price, scale);
  const steps = STEP_FACTORS.map((factor) => width * factor).filter(
    (step, index) => index === 0 || step * STEP_SHARE <= level,
  );
  return steps.map((step) => decimalOf(step, scale));
}

export interface Spread {
  /** Best ask less best bid, in the quote asset, exact. */
  price: string;
  /** Spread / best bid, to six places, towards zero. */
  ratio: string;
}

const RATIO_SCALE = 6;

/** Null if a side is empty. */
export function spreadOf({ bids, asks }: Levels): Spread | null {
  const bid = bids[0];
  const ask = asks[0];
  if (!bid || !ask) return null;
  const scale = Math.max(scaleOf(bid[0]), scaleOf(ask[0]));
  const bidUnits = exact(bid[0], scale);
  const difference = exact(ask[0], scale) - bidUnits;
  return {
    price: decimalOf(difference, scale),
    ratio: decimalOf((difference * 10n ** BigInt(RATIO_SCALE)) / bidUnits, RATIO_SCALE),
  };
}

function finestScaleOf(groups: readonly LevelGroup[]): number {
  return groups.reduce(
    (finest, { quantities }) =>
      quantities.reduce((maxScale, quantity) => Math.max(maxScale, scaleOf(quantity)), finest),
    0,
  );
}

function sumOf(groups: readonly Group[]): bigint {
  return groups.reduce((sum, { quantity }) => sum + quantity, 0n);
}

function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
