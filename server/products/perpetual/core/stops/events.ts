/** What happens to stops. They have numbers of the same row as orders. */
import { positionSide, priceKind } from '../../../../core/market/order';
import {
  type MessageOf,
  choice,
  id,
  integer,
  lots,
  message,
  optional,
  ticks,
  word,
} from '../../../../core/messages/message';
import { perpetualCancelReason } from '../events';
import { stopKind } from './commands';

export const StopPlaced = message('StopPlaced', {
  stop: id,
  user: id,
  market: word,
  position: positionSide,
  /** The position's number. */
  contract: id,
  kind: stopKind,
  /** 0 as long as it follows the price. */
  trigger: ticks,
  triggerBy: priceKind,
  /** Absent: at the market. */
  price: optional(ticks),
  /** Absent: the whole position. */
  quantity: optional(lots),
  /** Of a trailing stop: how far behind, ticks or hundredths of a percent, and the price from which it follows. */
  callbackTicks: optional(ticks),
  callbackBp: optional(integer),
  extreme: optional(ticks),
  /** That opened what it closes, and brought it along. */
  order: optional(id),
});
export type StopPlaced = MessageOf<typeof StopPlaced>;

export const StopGrown = message('StopGrown', {
  stop: id,
  user: id,
  market: word,
  order: id,
  /** What it closes now. */
  quantity: lots,
});
export type StopGrown = MessageOf<typeof StopGrown>;

export const StopAmended = message('StopAmended', {
  stop: id,
  user: id,
  market: word,
  trigger: ticks,
  price: optional(ticks),
  quantity: optional(lots),
  /** Why it goes on waiting; absent by hand. */
  reason: optional(perpetualCancelReason),
});
export type StopAmended = MessageOf<typeof StopAmended>;

export const StopTriggered = message('StopTriggered', {
  stop: id,
  user: id,
  market: word,
  contract: id,
  kind: stopKind,
  trigger: ticks,
  triggerBy: priceKind,
  /** What it looked at, as it is now. */
  price: ticks,
  /** Of a trailing stop: the best price that it had seen. */
  extreme: optional(ticks),
  order: id,
  lots,
});
export type StopTriggered = MessageOf<typeof StopTriggered>;

export const StopEnded = message('StopEnded', {
  stop: id,
  user: id,
  market: word,
  reason: choice('requested', 'filled', 'position_closed', 'fills_too_many'),
});
export type StopEnded = MessageOf<typeof StopEnded>;

export type StopEvent = StopPlaced | StopGrown | StopAmended | StopTriggered | StopEnded;

declare module '../../../../core/event' {
  interface Events {
    stops: StopEvent;
  }
}
