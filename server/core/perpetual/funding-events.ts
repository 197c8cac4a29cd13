/** What happens at funding hours. `dueAt` is the hour in milliseconds, whenever it came to be decided. */
import type { Entry } from '../ledger/entry';
import type { PositionSide } from '../market/order';

export interface FundingFixed {
  type: 'FundingFixed';
  market: string;
  dueAt: number;
  premium: number;
  rate: number;
  mark: number;
}
export interface FundingSkipped {
  type: 'FundingSkipped';
  market: string;
  dueAt: number;
  reason: 'stale' | 'market';
}
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
export interface FundingClosed {
  type: 'FundingClosed';
  market: string;
  dueAt: number;
  entries: Entry[];
}

export type FundingEvent = FundingFixed | FundingSkipped | FundingSettled | FundingClosed;
