/** Events of robots. Events of their orders are with the orders. */
import {
  amount,
  choice,
  entries,
  id,
  integer,
  message,
  millis,
  optional,
  ppb,
  text,
  ticks,
  word,
  type MessageOf,
  type ObjectOf,
  type ValueOf,
} from '../../../core/messages/message';
import { robotTerms } from './commands';

/** Reason of the stop. For the first three the base is sold; otherwise base and quote are returned as they are. */
export const robotStop = choice('requested', 'staff', 'loss', 'market_closed', 'maintenance', 'account_frozen');
export type RobotStop = ValueOf<typeof robotStop>;

export const RobotTermsSet = message('RobotTermsSet', { ...robotTerms, reason: text });
export type RobotTermsSet = MessageOf<typeof RobotTermsSet>;

export const RobotKeyIssued = message('RobotKeyIssued', {
  user: id,
  /** Number of the key; a robot names the key it was started with. */
  key: id,
  hash: word,
  by: id,
  reason: text,
});
export type RobotKeyIssued = MessageOf<typeof RobotKeyIssued>;

export const RobotKeyRevoked = message('RobotKeyRevoked', { user: id, key: id, reason: text });
export type RobotKeyRevoked = MessageOf<typeof RobotKeyRevoked>;

export const RobotStarted = message('RobotStarted', {
  robot: id,
  user: id,
  market: word,
  amount,
  lower: ticks,
  upper: ticks,
  lines: integer,
  lossLimitPpb: ppb,
  key: id,
  /** Holds of the stake: quote is in the first one from the start, base will be in the other. */
  quoteHold: id,
  baseHold: id,
  /** End of its first cycle, milliseconds. */
  cycleEndsAt: millis,
  /** Trading rule; absent: the first. */
  rule: optional(choice(2, 1)),
  entries,
});
export type RobotStarted = MessageOf<typeof RobotStarted>;

export const RobotStepped = message('RobotStepped', {
  robot: id,
  user: id,
  /** Time of its next check unless its orders change before. */
  nextAt: millis,
});
export type RobotStepped = MessageOf<typeof RobotStepped>;

/** Totals of its fills. Units: fees of purchases in base, fees of sales in quote. */
export const robotCounts = {
  trades: integer,
  bought: amount,
  paid: amount,
  sold: amount,
  received: amount,
  feesBase: amount,
  feesQuote: amount,
  /** Proceeds minus fees minus average cost; may be negative. */
  realised: amount,
};
export type RobotCounts = ObjectOf<typeof robotCounts>;

export const RobotCycleEnded = message('RobotCycleEnded', {
  robot: id,
  user: id,
  cycle: integer,
  /** Time of its end, even if noticed later; the batch's time if the robot stops. */
  dueAt: millis,
  /** End of the next cycle; absent if none follows. */
  nextAt: optional(millis),
  ...robotCounts,
  /** Its funds, including those in orders. */
  quote: amount,
  base: amount,
  /** Index price, and the value of both holdings at it in units of quote; absent while it is stale. */
  price: optional(ticks),
  value: optional(amount),
});
export type RobotCycleEnded = MessageOf<typeof RobotCycleEnded>;

export const RobotStopping = message('RobotStopping', {
  robot: id,
  user: id,
  reason: robotStop,
  /** 1: its base is sold first. */
  sells: choice(0, 1),
  /** Index price at which the loss limit was reached. */
  price: optional(ticks),
  note: optional(text),
});
export type RobotStopping = MessageOf<typeof RobotStopping>;

export const RobotSold = message('RobotSold', {
  robot: id,
  user: id,
  /** 1: more orders rested within the band than one batch may meet. */
  goesOn: choice(0, 1),
});
export type RobotSold = MessageOf<typeof RobotSold>;

export const RobotEnded = message('RobotEnded', {
  robot: id,
  user: id,
  reason: robotStop,
  /** Returned amounts. */
  quote: amount,
  base: amount,
  entries,
});
export type RobotEnded = MessageOf<typeof RobotEnded>;

export type RobotEvent =
  | RobotTermsSet
  | RobotKeyIssued
  | RobotKeyRevoked
  | RobotStarted
  | RobotStepped
  | RobotCycleEnded
  | RobotStopping
  | RobotSold
  | RobotEnded;

declare module '../../../core/event' {
  interface Events {
    robot: RobotEvent;
  }
}
