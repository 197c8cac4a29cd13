/** What is kept of liquidations: those under way, and what the fund may pay. */
import type { PositionSide } from '../market/order';
import type { Position } from './state';

/**
 * What comes next of a liquidation: its owner's orders end, the position is cut to the tier below, it is taken over as a whole, the
 * fund pays what the book asks beyond the bankruptcy price, others are deleveraged.
 */
export type LiquidationStep = 'orders' | 'reduce' | 'take' | 'insure' | 'deleverage';

/** Under way. */
export interface Liquidation {
  id: number;
  position: number;
  user: number;
  side: PositionSide;
  next: LiquidationStep;
  /** Units that the fund has paid for it against the book, of what it may. */
  insured: bigint;
}

/** Positions of one market and side (`found.ts`). */
export interface FoundSide {
  side: PositionSide;
  positions: Map<number, Position>;
  /** A binary heap, the first to be liquidated at its top; who never is is not in it. */
  heap: FoundPosition[];
  /** Where each position stands in it. */
  places: Map<number, number>;
}
export interface FoundPosition {
  position: number;
  /** The first tick at which it is liquidated. */
  price: number;
}
export type Found = Record<PositionSide, FoundSide>;

export interface LiquidationState {
  /** By market: one at a time. */
  open: Map<string, Liquidation>;
  /** The next one's number, from 1. */
  next: number;
  /** By market, units that the fund had at the last funding hour. */
  fund: Map<string, bigint>;
  /** By market. Follows from positions. */
  found: Map<string, Found>;
}

export function createLiquidationState(): LiquidationState {
  return { open: new Map(), next: 1, fund: new Map(), found: new Map() };
}
