/** What is kept of liquidations: those under way, and what the fund may pay. */
import type { PositionSide } from '../../../../core/market/order';
import { choice, type ValueOf } from '../../../../core/messages/message';
import type { Ranked } from '../../../../core/indexes/ranked';
import type { Columns } from '../deleveraging/columns';
import { createCrossFound, type CrossFound } from './cross-found-state';
import type { Rankings } from '../deleveraging/rankings-state';
import type { Position } from '../state';

/**
 * What comes next of a liquidation: its owner's orders end, the position is cut to the tier below, it is taken over as a whole, the
 * fund pays what the book asks beyond the bankruptcy price, others are deleveraged.
 */
export const liquidationStep = choice('orders', 'reduce', 'take', 'insure', 'deleverage');
export type LiquidationStep = ValueOf<typeof liquidationStep>;

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

/** Positions of one market and side (`found.ts`), and by the first tick at which each is liquidated; who never is has no rank. */
export interface FoundSide {
  side: PositionSide;
  positions: Map<number, Position>;
  ranked: Ranked;
  columns: Columns;
}
export type Found = Record<PositionSide, FoundSide>;

/** Of an account whose positions stand for one another; while one of them is taken over, that is a liquidation of its own. */
export interface CrossLiquidation {
  id: number;
  user: number;
  /** In which it is kept. */
  asset: string;
  /** Positions are cut to lower tiers as long as the book takes that, and then taken over. */
  next: 'reduce' | 'take';
}

export interface LiquidationState {
  /** By market: one at a time. */
  open: Map<string, Liquidation>;
  /** Of accounts, by user. */
  accounts: Map<number, CrossLiquidation>;
  /** The next one's number, from 1. */
  next: number;
  /** By market, units that the fund had at the last funding hour. */
  fund: Map<string, bigint>;
  /** By market. Follows from positions. */
  found: Map<string, Found>;
  /** Follows from accounts. */
  cross: CrossFound;
  /** By market. Follows from positions. */
  rankings: Map<string, Rankings>;
}

export function createLiquidationState(): LiquidationState {
  return {
    open: new Map(),
    accounts: new Map(),
    next: 1,
    fund: new Map(),
    found: new Map(),
    cross: createCrossFound(),
    rankings: new Map(),
  };
}

declare module '../../../../core/state' {
  interface ProductStates {
    liquidations: LiquidationState;
  }
}
