/** What publications leave behind beside the mark itself: what the book stood away from the index, and for how long. */
import type { BasisSample } from '../../../../../shared/products/perpetual/rules/mark';
import type { OrderedIds } from '../../../../core/fees/ordered-ids';
import type { Traded, Window } from '../../../../core/market/traded';
import type { Position } from '../state';

/** The seconds whose trades the mark knows, the one that goes on included. */
export const MINUTE: Window = { spanMs: 1_000, spans: 60 };

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
  /** By market, from its first publication on. */
  tracks: Map<string, MarkTrack>;
  /** By market, orders that came to rest at their price after its last mark was published: the next one does not look at them. */
  young: Map<string, Set<number>>;
  /** By market, from its first trade on: what the last minute's trades between accounts that are not related come to. */
  traded: Map<string, Traded>;
  /** By market, from its first position on. */
  funded: Map<string, FundedPositions>;
}

export function createMarksState(): MarksState {
  return { tracks: new Map(), young: new Map(), traded: new Map(), funded: new Map() };
}

declare module '../../../../core/state' {
  interface ProductStates {
    marks: MarksState;
  }
}
