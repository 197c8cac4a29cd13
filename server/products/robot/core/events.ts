/** What happens to robots. What their orders do stands with the orders. */
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

/** Why one stopped. With the first three its base is sold; else both are given back as they are. */
export const robotStop = choice('requested', 'staff', 'loss', 'market_closed', 'maintenance', 'account_frozen');
export type RobotStop = ValueOf<typeof robotStop>;

export const RobotTermsSet = message('RobotTermsSet', { ...robotTerms, reason: text });
export type RobotTermsSet = MessageOf<typeof RobotTermsSet>;

export const RobotKeyIssued = message('RobotKeyIssued', {
  user: id,
  /** Its number: a robot names the one that it was started with. */
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
  /** Holds of the stake: quote is in the first one from here on, base will be in the other. */
  quoteHold: id,
  baseHold: id,
  /** When its first cycle is over, milliseconds. */
  cycleEndsAt: millis,
  /** By which it trades; absent: the first. */
  rule: optional(choice(2, 1)),
  entries,
});
export type RobotStarted = MessageOf<typeof RobotStarted>;

export const RobotStepped = message('RobotStepped', {
  robot: id,
  user: id,
  /** When it looks again, if nothing happens to its orders before. */
  nextAt: millis,
});
export type RobotStepped = MessageOf<typeof RobotStepped>;

/** What its fills were. Units: fees of purchases in base, those of sales in quote. */
export const robotCounts = {
  trades: integer,
  bought: amount,
  paid: amount,
  sold: amount,
  received: amount,
  feesBase: amount,
  feesQuote: amount,
  /** Received less fees less average cost; may be negative. */
  realised: amount,
};
export type RobotCounts = ObjectOf<typeof robotCounts>;

export const RobotCycleEnded = message('RobotCycleEnded', {
  robot: id,
  user: id,
  cycle: integer,
  /** When it was over, however late that is noticed; the time of its batch where the robot stops. */
  dueAt: millis,
  /** When the next one is over; absent where none follows. */
  nextAt: optional(millis),
  ...robotCounts,
  /** What it has, in orders and beside them. */
  quote: amount,
  base: amount,
  /** By the index, and what both were worth by it, units of quote; absent while it is stale. */
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
  /** Of the index, by which the loss was reached. */
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
  /** What went back. */
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
