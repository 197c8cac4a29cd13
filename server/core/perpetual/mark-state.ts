/** What publications leave behind beside the mark itself: what the book stood away from the index, and for how long. */
import type { BasisSample } from '../../../shared/rules/perpetual/mark';

export interface MarkTrack {
  /** Those that still count, oldest first. */
  samples: BasisSample[];
  /** Premiums since the last funding hour, each times the milliseconds that it stands for: parts of 10^9, and how long that is in all. */
  premiumSum: bigint;
  premiumMs: number;
  /** Of the last funding, parts of 10^9; 0 before the first. */
  ratePpb: number;
  /** Time of the last trade, milliseconds; 0 before the first. */
  tradedAt: number;
  /** Until then, milliseconds, nothing may be opened, because publications had stopped. */
  closeOnlyUntil: number;
}

export interface MarksState {
  /** By market, from its first publication or trade on. */
  tracks: Map<string, MarkTrack>;
}

export function createMarksState(): MarksState {
  return { tracks: new Map() };
}
