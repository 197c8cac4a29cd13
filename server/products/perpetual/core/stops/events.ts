/** Events of stops. Stops and orders share one sequence of ids. */
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
  /** Id of the position. */
  contract: id,
  kind: stopKind,
  /** 0 while it follows the price. */
  trigger: ticks,
  triggerBy: priceKind,
  /** Absent: at the market. */
  price: optional(ticks),
  /** Absent: the whole position. */
  quantity: optional(lots),
  /** Trailing stops only: callback distance in ticks or hundredths of a percent, and the price from which the stop follows. */
  callbackTicks: optional(ticks),
  callbackBp: optional(integer),
  extreme: optional(ticks),
  /** Order that opened the position and had the stop attached. */
  order: optional(id),
});
export type StopPlaced = MessageOf<typeof StopPlaced>;

export const StopGrown = message('StopGrown', {
  stop: id,
  user: id,
  market: word,
  order: id,
  /** Lots that it now closes. */
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
  /** Reason for waiting further; absent for changes by the owner. */
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
  /** Current price of the trigger's kind. */
  price: ticks,
  /** Trailing stops only: best price so far. */
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
