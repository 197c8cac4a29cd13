/** What publications of an index make of the perpetuals that follow it. */
import {
  type MessageOf,
  choice,
  integer,
  message,
  optional,
  ticks,
  word,
  ppb,
} from '../../../../core/messages/message';

export const MarkPublished = message('MarkPublished', {
  market: word,
  /** By which it was made; absent: the first. */
  rule: optional(choice(2)),
  mark: ticks,
  index: ticks,
  p1: ticks,
  p2: ticks,
  last: ticks,
  /** Ticks that the mark is at most away from the index; absent by the first rule. */
  bound: optional(ticks),
  /** Half ticks between the book's middle and the index, where the book was deep enough to count. */
  basis: optional(integer),
  /** How far the book lay off the index for the impact notional, parts of 10^9; absent where a side had less. */
  premium: optional(ppb),
  /** The market stands still, by itself or by one of its coins: nothing that waits is reached, and the first mark afterwards reaches it. */
  halted: optional(choice(1)),
});
export type MarkPublished = MessageOf<typeof MarkPublished>;

declare module '../../../../core/event' {
  interface Events {
    marks: MarkPublished;
  }
}
