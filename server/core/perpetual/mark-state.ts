/** What publications leave behind beside the mark itself: what the book stood away from the index, and for how long. */
import type { BasisSample } from '../../../shared/rules/perpetual/mark';
import type { OrderedIds } from '../fees/ordered-ids';
import type { Position } from './state';

export interface MarkTrack {
  /** Those that still count, oldest first. */
  samples: BasisSample[];
  /** Premiums since the last funding hour, each times the milliseconds that it stands for: parts of 10^9, and how long that is in all. */
  premiumSum: bigint;
  premiumMs: number;
  /** Of the last funding, parts of 10^9; 0 before the first. */
  ratePpb: number;
  /** The next funding hour, milliseconds; 0 before the first publication. */
  fundingDue: number;
  /** What stood when an hour had come that is not fixed yet; publications are heard before it is. */
  closing: Closing | null;
  /** The hour whose funding is being settled; 0 when all have settled. */
  run: number;
  /** Time of the last trade, milliseconds; 0 before the first. */
  tradedAt: number;
  /** Until then, milliseconds, nothing may be opened, because publications had stopped. */
  closeOnlyUntil: number;
}

export interface Closing {
  mark: number;
  at: number;
  premiumSum: bigint;
  premiumMs: number;
}

/** A market's positions by number. Follows from the positions, so it is not told in snapshots. */
export interface FundedPositions {
  byId: Map<number, Position>;
  settled: OrderedIds;
  unsettled: OrderedIds;
}

export interface MarksState {
  /** By market, from its first publication or trade on. */
  tracks: Map<string, MarkTrack>;
  /** By market, from its first position on. */
  funded: Map<string, FundedPositions>;
}

export function createMarksState(): MarksState {
  return { tracks: new Map(), funded: new Map() };
}
