/** What publications of an index make of the perpetuals that follow it. */

/**
 * A market's mark, at the time of its batch, with all that it was made of: prices are ticks. P1 is the index carried on to the next
 * funding, P2 the index with what the book has lately stood away from it, `last` the last trade or, if that is too old, the index.
 */
export interface MarkPublished {
  type: 'MarkPublished';
  market: string;
  mark: number;
  index: number;
  p1: number;
  p2: number;
  last: number;
  /** Half ticks between the book's middle and the index, where the book was deep enough to count. */
  basis?: number;
  /** How far the book lay off the index for the impact notional, parts of 10^9; absent where a side had less. */
  premium?: number;
  /** The market stands still, by itself or by one of its coins: nothing that waits is reached, and the first mark afterwards reaches it. */
  halted?: 1;
}
