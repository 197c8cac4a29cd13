/**
 * The client's copy of an order book: sorted levels, reduced by the rule that client and server share. A difference is merged into sorted
 * levels, at a cost linear in the book's length. A side keeps about the depth of a snapshot, since differences cover all levels.
 */
import {
  DEPTH_LEVELS_MAX,
  compareDecimals,
  depthChecksum,
  type DepthDifference,
  type DepthSnapshot,
  type Level,
} from '../../../../../shared/wire/market-data';
import { areCanonical } from '../../stream/decimals';

export interface Book {
  /** Journal position of the book. */
  seq: number;
  /** Best first. */
  bids: readonly Level[];
  asks: readonly Level[];
  /** The worst price up to which a side is complete; null if it is complete. Levels beyond it are not stored. */
  edges: Readonly<Record<'bids' | 'asks', string | null>>;
}

/** Longer sides are cut to the depth of a snapshot. */
export const LEVELS_KEPT_MAX = 1_500;
/** More levels than any screen shows. A cut side with fewer left needs a new snapshot. */
export const LEVELS_LEFT_MIN = 500;

/** 1 if the lower price is better (asks), -1 if the higher one is (bids). */
type Order = 1 | -1;
const BIDS: Order = -1;
const ASKS: Order = 1;

/** Book of a snapshot; null if it is malformed or contradicts its checksum. */
export function bookOfSnapshot({ seq, bids, asks, checksum }: DepthSnapshot): Book | null {
  if (!areLevels(bids) || !areLevels(asks)) return null;
  const book = bookOf(seq, sideOfSnapshot(bids, BIDS), sideOfSnapshot(asks, ASKS));
  return depthChecksum(book.bids, book.asks) === checksum ? book : null;
}

/**
 * Book after a difference. Returns the same object if nothing is new. Returns null if the book can no longer be trusted: a missing or
 * malformed difference, a wrong checksum, a crossed book, or too few levels left on a cut side.
 */
export function bookAfter(book: Book, difference: DepthDifference): Book | null {
  const { from, to, checksum } = difference;
  if (from > book.seq) return null;
  const isNew = to > book.seq;
  if (isNew && !(areLevels(difference.bids) && areLevels(difference.asks))) return null;
  const next = isNew
    ? bookOf(
        to,
        sideAfter(book.bids, book.edges.bids, difference.bids, BIDS),
        sideAfter(book.asks, book.edges.asks, difference.asks, ASKS),
      )
    : book;
  const isAtChecksum = checksum !== undefined && next.seq === to;
  if (isAtChecksum && depthChecksum(next.bids, next.asks) !== checksum) return null;
  return isNew && (isCrossed(next) || needsSnapshot(next)) ? null : next;
}

interface Side {
  levels: readonly Level[];
  edge: string | null;
}

/** A full snapshot side may be cut; a shorter one is complete. */
function sideOfSnapshot(levelsSent: readonly Level[], order: Order): Side {
  const levels = mergeLevels([], levelsSent, order);
  return { levels, edge: levelsSent.length < DEPTH_LEVELS_MAX ? null : edgeOf(levels) };
}

/** Drops changes beyond the edge, where neighbouring levels are unknown. */
function sideAfter(before: readonly Level[], edge: string | null, changes: readonly Level[], order: Order): Side {
  const changesInRange = edge === null ? changes : changes.filter(([price]) => order * comparePrices(price, edge) <= 0);
  const levels = mergeLevels(before, changesInRange, order);
  if (levels.length <= LEVELS_KEPT_MAX) return { levels, edge };
  const topLevels = Object.freeze(levels.slice(0, DEPTH_LEVELS_MAX));
  return { levels: topLevels, edge: edgeOf(topLevels) };
}

function edgeOf(levels: readonly Level[]): string | null {
  return levels.at(-1)?.[0] ?? null;
}

/** Levels beyond the edge may have become visible, and the stored book lacks them. */
function needsSnapshot({ bids, asks, edges }: Book): boolean {
  const isSideShort = (side: 'bids' | 'asks', { length }: readonly Level[]) =>
    edges[side] !== null && length < LEVELS_LEFT_MIN;
  return isSideShort('bids', bids) || isSideShort('asks', asks);
}

/** Validates levels despite the types: the server may be another version. */
function areLevels(levels: readonly Level[]): boolean {
  return Array.isArray(levels) && levels.every((level) => Array.isArray(level) && areCanonical(level[0], level[1]));
}

/** Frozen here, so that the store does not traverse thousands of levels to freeze them. */
function bookOf(seq: number, bids: Side, asks: Side): Book {
  const edges = { bids: bids.edge, asks: asks.edge };
  return Object.freeze({ seq, bids: bids.levels, asks: asks.levels, edges: Object.freeze(edges) });
}

/** Merges `changes` into sorted levels: a change replaces its price, a quantity of zero removes it. */
function mergeLevels(levels: readonly Level[], changes: readonly Level[], order: Order): readonly Level[] {
  if (changes.length === 0) return levels;
  const orderedChanges = inOrder(changes, order);
  const result: Level[] = [];
  let levelIndex = 0;
  for (let index = 0; index < orderedChanges.length; index += 1) {
    const change = orderedChanges[index];
    // For a price named twice the last change counts.
    if (index + 1 < orderedChanges.length && orderedChanges[index + 1][0] === change[0]) continue;
    while (levelIndex < levels.length && order * comparePrices(levels[levelIndex][0], change[0]) < 0) {
      result.push(levels[levelIndex]);
      levelIndex += 1;
    }
    if (levelIndex < levels.length && levels[levelIndex][0] === change[0]) levelIndex += 1;
    if (change[1] !== '0') result.push(change);
  }
  while (levelIndex < levels.length) {
    result.push(levels[levelIndex]);
    levelIndex += 1;
  }
  return Object.freeze(result);
}

/** The server sends changes best first; other orders are sorted here. */
function inOrder(changes: readonly Level[], order: Order): readonly Level[] {
  const compare = (a: Level, b: Level): number => order * comparePrices(a[0], b[0]);
  for (let index = 1; index < changes.length; index += 1) {
    if (compare(changes[index - 1], changes[index]) > 0) return [...changes].sort(compare);
  }
  return changes;
}

/** Float rounding keeps the order of decimals; exact digits decide only between equal floats. */
function comparePrices(a: string, b: string): number {
  if (a === b) return 0;
  const difference = Number(a) - Number(b);
  return difference === 0 ? compareDecimals(a, b) : difference;
}

function isCrossed({ bids, asks }: Book): boolean {
  const bid = bids[0];
  const ask = asks[0];
  return bid !== undefined && ask !== undefined && comparePrices(bid[0], ask[0]) >= 0;
}
