/** What publications of an index make of the perpetuals that follow it. */

export interface MarkPublished {
  type: 'MarkPublished';
  market: string;
  /** By which it was made; absent: the first. */
  rule?: 2;
  mark: number;
  index: number;
  p1: number;
  p2: number;
  last: number;
  /** Ticks that the mark is at most away from the index; absent by the first rule. */
  bound?: number;
  /** Half ticks between the book's middle and the index, where the book was deep enough to count. */
  basis?: number;
  /** How far the book lay off the index for the impact notional, parts of 10^9; absent where a side had less. */
  premium?: number;
  /** The market stands still, by itself or by one of its coins: nothing that waits is reached, and the first mark afterwards reaches it. */
  halted?: 1;
}
