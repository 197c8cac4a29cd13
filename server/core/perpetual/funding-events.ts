/** What happens at funding hours. `dueAt` is the hour in milliseconds, whenever it came to be decided. */
import type { Entry } from '../ledger/entry';
import type { PositionSide } from '../market/order';

/**
 * Who is long owes rate × mark for each lot, and who is short gets it; below zero the other way. The rate follows from the mean
 * premium of the interval, both parts of 10^9; the mark is the last one before the hour, in ticks.
 */
export interface FundingFixed {
  type: 'FundingFixed';
  market: string;
  dueAt: number;
  premium: number;
  rate: number;
  mark: number;
}
/** Nobody owes anything for the interval: there was no mark to reckon by (`stale`), or the market stood still (`market`): closed, under maintenance, or one of its coins was. */
export interface FundingSkipped {
  type: 'FundingSkipped';
  market: string;
  dueAt: number;
  reason: 'stale' | 'market';
}
/**
 * A position has paid or received all that was fixed since it was opened. What its collateral does not have is paid by the insurance
 * fund, and what that does not have by the treasury: into the collateral first.
 */
export interface FundingSettled {
  type: 'FundingSettled';
  market: string;
  dueAt: number;
  position: number;
  user: number;
  side: PositionSide;
  lots: number;
  /** Of the hour, parts of 10^9. */
  rate: number;
  entries: Entry[];
}
/** All have: what the roundings left goes to the insurance fund. */
export interface FundingClosed {
  type: 'FundingClosed';
  market: string;
  dueAt: number;
  entries: Entry[];
}

export type FundingEvent = FundingFixed | FundingSkipped | FundingSettled | FundingClosed;
