/** State of publications beside the mark: the book's distance from the index, with durations. */
import type { BasisSample } from '../../../../../shared/products/perpetual/rules/mark';
import type { OrderedIds } from '../../../../core/fees/ordered-ids';
import type { TradedWindow, RollingWindow } from '../../../../core/market/rolling-volume';
import type { Position } from '../state';

/** One-second spans of trades that the mark uses, including the current one. */
export const MINUTE_WINDOW: RollingWindow = { spanMs: 1_000, spans: 60 };

export interface MarkTrack {
  /** Samples that still count, oldest first. */
  samples: BasisSample[];
  /** Sum of premiums since the last funding hour, each times its duration in milliseconds, in parts of 10^9; and the total duration. */
  premiumSum: bigint;
  premiumMs: number;
  /** Last funding rate, parts of 10^9; 0 before the first. */
  ratePpb: number;
  /** The next funding hour, milliseconds; 0 before the first publication. */
  fundingDue: number;
  /** Mark and premium at the end of an interval whose rate is not fixed yet; publications may arrive before it is. */
  closing: Closing | null;
  /** The hour whose funding is being settled; 0 when all have settled. */
  run: number;
  /** Nothing may be opened before this time, milliseconds, after an interruption of publications. */
  closeOnlyUntil: number;
}

export interface Closing {
  mark: number;
  at: number;
  premiumSum: bigint;
  premiumMs: number;
}

/** A market's positions by id. Derived from the positions, so snapshots do not hold it. */
export interface FundedPositions {
  byId: Map<number, Position>;
  settled: OrderedIds;
  unsettled: OrderedIds;
}

export interface MarksState {
  /** By market, from its first publication on. */
  tracks: Map<string, MarkTrack>;
  /** By market: orders that came to rest after the last mark; the next mark ignores them. */
  young: Map<string, Set<number>>;
  /** By market, from its first trade on: sums of the last minute's trades between unrelated accounts. */
  traded: Map<string, TradedWindow>;
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
