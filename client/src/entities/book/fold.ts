/**
 * The client's copy of an order book: sorted levels, folded by the rule that client and server share. A difference is
 * merged into what is already in order, so that its cost grows with the book's length and never sorts the book again. A side is
 * kept as deep as a snapshot is, since differences tell of every level there is.
 */
import {
  DEPTH_LEVELS_MAX,
  compareDecimals,
  depthChecksum,
  type DepthDifference,
  type DepthSnapshot,
  type Level,
} from '../../../../shared/wire/market-data';
import { areCanonical } from '../../shared/stream/decimals';

export interface Book {
  /** Journal position at which it stands. */
  seq: number;
  /** Best first. */
  bids: readonly Level[];
  asks: readonly Level[];
  /** The worst price up to which a side is known whole; null where all of it is. What lies beyond is not in it. */
  edges: Readonly<Record<'bids' | 'asks', string | null>>;
}

/** A side that has grown beyond this is cut to the depth of a snapshot. */
export const LEVELS_KEPT_MAX = 1_500;
/** More than any screen shows: a side that was cut and has fewer left is asked for anew. */
export const LEVELS_LEFT_MIN = 500;

/** 1 when the lower price is the better one, -1 when it is the higher one. */
type Order = 1 | -1;
const BIDS: Order = -1;
const ASKS: Order = 1;

/** The book of a snapshot, or null when it is not written as agreed or contradicts its own checksum. */
export function bookOfSnapshot({ seq, bids, asks, checksum }: DepthSnapshot): Book | null {
  if (!areLevels(bids) || !areLevels(asks)) return null;
  const book = bookOf(seq, sideOfSnapshot(bids, BIDS), sideOfSnapshot(asks, ASKS));
  return depthChecksum(book.bids, book.asks) === checksum ? book : null;
}

/**
 * The book after a difference: the same object when there was nothing new, null when it can no longer be trusted, because
 * a difference is missing or not written as agreed, the checksum differs, the best bid would reach the best ask or too little is
 * left of a side whose rest is not known.
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
  return isNew && (isCrossed(next) || isShort(next)) ? null : next;
}

interface Side {
  levels: readonly Level[];
  edge: string | null;
}

/** A snapshot that has as many levels as it may is the best of more; one that has fewer is all there is. */
function sideOfSnapshot(told: readonly Level[], order: Order): Side {
  const levels = merged([], told, order);
  return { levels, edge: told.length < DEPTH_LEVELS_MAX ? null : edgeOf(levels) };
}

/** Changes beyond the edge are left out: of what else is there nothing is known. */
function sideAfter(before: readonly Level[], edge: string | null, changes: readonly Level[], order: Order): Side {
  const known = edge === null ? changes : changes.filter(([price]) => order * comparePrices(price, edge) <= 0);
  const levels = merged(before, known, order);
  if (levels.length <= LEVELS_KEPT_MAX) return { levels, edge };
  const kept = Object.freeze(levels.slice(0, DEPTH_LEVELS_MAX));
  return { levels: kept, edge: edgeOf(kept) };
}

function edgeOf(levels: readonly Level[]): string | null {
  return levels.at(-1)?.[0] ?? null;
}

/** What was beyond the edge may have come into view, and nobody would see it. */
function isShort({ bids, asks, edges }: Book): boolean {
  const isSideShort = (side: 'bids' | 'asks', { length }: readonly Level[]) =>
    edges[side] !== null && length < LEVELS_LEFT_MIN;
  return isSideShort('bids', bids) || isSideShort('asks', asks);
}

/** The types say so, but the server may be another version: a level that is none would break whoever reads the book. */
function areLevels(levels: readonly Level[]): boolean {
  return Array.isArray(levels) && levels.every((level) => Array.isArray(level) && areCanonical(level[0], level[1]));
}

/** Frozen, so that the store need not look into thousands of levels to freeze them. */
function bookOf(seq: number, bids: Side, asks: Side): Book {
  const edges = { bids: bids.edge, asks: asks.edge };
  return Object.freeze({ seq, bids: bids.levels, asks: asks.levels, edges: Object.freeze(edges) });
}

/** Levels with `changes` laid over them: of the same price the change counts, and a quantity of zero removes it. */
function merged(levels: readonly Level[], changes: readonly Level[], order: Order): readonly Level[] {
  if (changes.length === 0) return levels;
  const fresh = inOrder(changes, order);
  const result: Level[] = [];
  let known = 0;
  for (let index = 0; index < fresh.length; index += 1) {
    const change = fresh[index];
    // Named twice in one difference: the last word counts.
    if (index + 1 < fresh.length && fresh[index + 1][0] === change[0]) continue;
    while (known < levels.length && order * comparePrices(levels[known][0], change[0]) < 0) {
      result.push(levels[known]);
      known += 1;
    }
    if (known < levels.length && levels[known][0] === change[0]) known += 1;
    if (change[1] !== '0') result.push(change);
  }
  while (known < levels.length) {
    result.push(levels[known]);
    known += 1;
  }
  return Object.freeze(result);
}

/** The server names changes best first; only one that does not is sorted. */
function inOrder(changes: readonly Level[], order: Order): readonly Level[] {
  const compare = (a: Level, b: Level): number => order * comparePrices(a[0], b[0]);
  for (let index = 1; index < changes.length; index += 1) {
    if (compare(changes[index - 1], changes[index]) > 0) return [...changes].sort(compare);
  }
  return changes;
}

/** Rounding to a float keeps the order of decimals; only where two meet in one float their digits have to decide. */
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
