/** State of liquidations: those under way, and the fund's limits. */
import type { PositionSide } from '../../../../core/market/order';
import { choice, type ValueOf } from '../../../../core/messages/message';
import type { Ranked } from '../../../../core/indexes/ranked-ids';
import type { PositionTable } from '../deleveraging/position-table';
import { createCrossLiquidationQueue, type CrossLiquidationQueue } from './cross-liquidation-queue-state';
import type { Rankings } from '../deleveraging/rankings-state';
import type { Position } from '../state';

/**
 * Next step of a liquidation: cancel the owner's orders, reduce to the tier below, take over the whole position, pay beyond the bankruptcy
 * price from the fund, deleverage.
 */
export const liquidationStep = choice('orders', 'reduce', 'take', 'insure', 'deleverage');
export type LiquidationStep = ValueOf<typeof liquidationStep>;

/** A liquidation in progress. */
export interface Liquidation {
  id: number;
  position: number;
  user: number;
  side: PositionSide;
  next: LiquidationStep;
  /** Units paid by the fund for it against the book, out of its maximum. */
  insured: bigint;
}

/**
 * Positions of one market and side (`liquidation-queue.ts`), ranked by the first tick at which each is liquidated; positions that never are have no
 * rank.
 */
export interface LiquidationQueueSide {
  side: PositionSide;
  positions: Map<number, Position>;
  ranked: Ranked;
  columns: PositionTable;
}
export type LiquidationQueue = Record<PositionSide, LiquidationQueueSide>;

/** Liquidation of a cross-margin account; the takeover of one of its positions is a separate liquidation. */
export interface CrossLiquidation {
  id: number;
  user: number;
  /** Asset of the account. */
  asset: string;
  /** Positions are cut to lower tiers while the book accepts it, and then taken over. */
  next: 'reduce' | 'take';
}

export interface LiquidationState {
  /** By market: at most one each. */
  open: Map<string, Liquidation>;
  /** Cross liquidations by user. */
  accounts: Map<number, CrossLiquidation>;
  /** Next liquidation number, from 1. */
  next: number;
  /** By market: units of the fund at the last funding hour. */
  fund: Map<string, bigint>;
  /** By market. Derived from positions. */
  queues: Map<string, LiquidationQueue>;
  /** Derived from accounts. */
  cross: CrossLiquidationQueue;
  /** By market. Derived from positions. */
  rankings: Map<string, Rankings>;
}

export function createLiquidationState(): LiquidationState {
  return {
    open: new Map(),
    accounts: new Map(),
    next: 1,
    fund: new Map(),
    queues: new Map(),
    cross: createCrossLiquidationQueue(),
    rankings: new Map(),
  };
}

declare module '../../../../core/state' {
  interface ProductStates {
    liquidations: LiquidationState;
  }
}
