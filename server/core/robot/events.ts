/** What happens to robots. What their orders do stands with the orders. */
import type { RobotRule } from '../../../shared/rules/robot/grid';
import type { Entry } from '../ledger/entry';
import type { RobotTerms } from './commands';

/** Why one stopped. With the first three its base is sold; else both are given back as they are. */
export type RobotStop = 'requested' | 'staff' | 'loss' | 'market_closed' | 'maintenance' | 'account_frozen';

export interface RobotTermsSet extends RobotTerms {
  type: 'RobotTermsSet';
  reason: string;
}
export interface RobotKeyIssued {
  type: 'RobotKeyIssued';
  user: number;
  /** Its number: a robot names the one that it was started with. */
  key: number;
  hash: string;
  by: number;
  reason: string;
}
export interface RobotKeyRevoked {
  type: 'RobotKeyRevoked';
  user: number;
  key: number;
  reason: string;
}

export interface RobotStarted {
  type: 'RobotStarted';
  robot: number;
  user: number;
  market: string;
  amount: bigint;
  lower: number;
  upper: number;
  lines: number;
  lossLimitPpb: number;
  key: number;
  /** Holds of the stake: quote is in the first one from here on, base will be in the other. */
  quoteHold: number;
  baseHold: number;
  /** When its first cycle is over, milliseconds. */
  cycleEndsAt: number;
  /** By which it trades; absent: the first. */
  rule?: RobotRule;
  entries: Entry[];
}

export interface RobotStepped {
  type: 'RobotStepped';
  robot: number;
  user: number;
  /** When it looks again, if nothing happens to its orders before. */
  nextAt: number;
}

/** What its fills were. Units: fees of purchases in base, those of sales in quote. */
export interface RobotCounts {
  trades: number;
  bought: bigint;
  paid: bigint;
  sold: bigint;
  received: bigint;
  feesBase: bigint;
  feesQuote: bigint;
  /** Received less fees less average cost; may be negative. */
  realised: bigint;
}

export interface RobotCycleEnded extends RobotCounts {
  type: 'RobotCycleEnded';
  robot: number;
  user: number;
  cycle: number;
  /** When it was over, however late that is noticed; the time of its batch where the robot stops. */
  dueAt: number;
  /** When the next one is over; absent where none follows. */
  nextAt?: number;
  /** What it has, in orders and beside them. */
  quote: bigint;
  base: bigint;
  /** By the index, and what both were worth by it, units of quote; absent while it is stale. */
  price?: number;
  value?: bigint;
}

export interface RobotStopping {
  type: 'RobotStopping';
  robot: number;
  user: number;
  reason: RobotStop;
  /** 1: its base is sold first. */
  sells: 0 | 1;
  /** Of the index, by which the loss was reached. */
  price?: number;
  note?: string;
}

export interface RobotSold {
  type: 'RobotSold';
  robot: number;
  user: number;
  /** 1: more orders rested within the band than one batch may meet. */
  goesOn: 0 | 1;
}

export interface RobotEnded {
  type: 'RobotEnded';
  robot: number;
  user: number;
  reason: RobotStop;
  /** What went back. */
  quote: bigint;
  base: bigint;
  entries: Entry[];
}

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
