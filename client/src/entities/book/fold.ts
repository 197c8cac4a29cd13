/** The client's copy of an order book: plain sorted levels, folded by the rule that client and server share. */
import {
  applyDifference,
  bestLevels,
  bookChecksum,
  bookOf,
  compareDecimals,
  type DepthBook,
  type DepthDifference,
  type DepthSnapshot,
  type Level,
} from '../../../../shared/wire/market-data';

export interface Book {
  /** Journal position at which it stands. */
  seq: number;
  /** Best first. */
  bids: readonly Level[];
  asks: readonly Level[];
}

/** The book of a snapshot, or null when the snapshot contradicts its own checksum. */
export function bookOfSnapshot(snapshot: DepthSnapshot): Book | null {
  const book = bookOf(snapshot);
  return bookChecksum(book) === snapshot.checksum ? sorted(book) : null;
}

/**
 * The book after a difference: the same object when there was nothing new, null when it can no longer be trusted, because
 * a difference is missing, the checksum differs or the best bid would reach the best ask.
 */
export function bookAfter(book: Book, difference: DepthDifference): Book | null {
  const copy = bookOf({ seq: book.seq, bids: [...book.bids], asks: [...book.asks] });
  const outcome = applyDifference(copy, difference);
  if (outcome === 'gap') return null;
  const isAtChecksum = difference.checksum !== undefined && copy.seq === difference.to;
  if (isAtChecksum && bookChecksum(copy) !== difference.checksum) return null;
  if (outcome === 'dropped') return book;
  const next = sorted(copy);
  return isCrossed(next) ? null : next;
}

/** Levels come out of the copy nearly in order, which is what makes sorting them all cheap. */
function sorted(book: DepthBook): Book {
  return {
    seq: book.seq,
    bids: bestLevels(book, 'bids', book.bids.size),
    asks: bestLevels(book, 'asks', book.asks.size),
  };
}

function isCrossed({ bids, asks }: Book): boolean {
  const bid = bids[0];
  const ask = asks[0];
  return bid !== undefined && ask !== undefined && compareDecimals(bid[0], ask[0]) >= 0;
}
