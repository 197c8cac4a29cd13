/** Events that index publications cause for the perpetuals that follow the index. */
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
  /** Rule of the mark; absent: the first. */
  rule: optional(choice(2)),
  mark: ticks,
  index: ticks,
  p1: ticks,
  p2: ticks,
  last: ticks,
  /** Maximum distance of the mark from the index in ticks; absent under the first rule. */
  bound: optional(ticks),
  /** Half ticks between the book's middle and the index; absent if the book was not deep enough. */
  basis: optional(integer),
  /** The book's distance from the index for the impact notional, parts of 10^9; absent if a side had less depth. */
  premium: optional(ppb),
  /** The market or one of its coins is halted: triggers keep waiting, and the first mark afterwards reaches them. */
  halted: optional(choice(1)),
});
export type MarkPublished = MessageOf<typeof MarkPublished>;

declare module '../../../../core/event' {
  interface Events {
    marks: MarkPublished;
  }
}
