/** What is kept of stops that wait. */
import type { Book } from '../../../../core/market/book';
import type { PositionSide, PriceKind } from '../../../../core/market/order';
import type { StopKind } from './commands';
import type { Callback, Trails } from './trailing';

export interface Stop {
  id: number;
  user: number;
  market: string;
  position: PositionSide;
  /** The position's number. */
  contract: number;
  kind: StopKind;
  /** 0 as long as it follows the price. */
  trigger: number;
  by: PriceKind;
  /** Ticks; 0 at the market. */
  price: number;
  /** Lots; 0 for the whole position. */
  quantity: number;
  /** Of a trailing stop. */
  callback: Callback | null;
  /** The best price that it had seen when it was reached; 0 before. */
  extreme: number;
}

/** What an open order brings along for what it opens. */
export interface Attached {
  order: number;
  user: number;
  market: string;
  position: PositionSide;
  /** The position's number that it opened last; 0 before it opened any. */
  contract: number;
  /** The order has ended, and something is owed yet. */
  isOver: boolean;
  takeProfit: AttachedStop | null;
  stopLoss: AttachedStop | null;
}
export interface AttachedStop {
  trigger: number;
  by: PriceKind;
  /** The stop that it became, and that grows by what comes; 0 before. It may be over. */
  stop: number;
  /** Lots that were opened and that the core owes a stop. */
  owed: number;
}

export interface StopsState {
  /** By number. */
  stops: Map<number, Stop>;
  /** Numbers of those of a position. */
  byContract: Map<number, Set<number>>;
  /** Positions that are closed and whose stops the core owes an end. */
  over: Set<number>;
  /** By order. */
  attached: Map<number, Attached>;
  /** Orders with something owed. */
  owing: Set<number>;
  /** By market and by the price that they look at: by trigger, then by arrival. */
  armed: Map<string, Record<PriceKind, Book>>;
  /** Those that follow it, in the direction in which it is good for their position. */
  trails: Map<string, Record<PriceKind, Record<Trails['direction'], Trails>>>;
}

export function createStopsState(): StopsState {
  return {
    stops: new Map(),
    byContract: new Map(),
    over: new Set(),
    attached: new Map(),
    owing: new Set(),
    armed: new Map(),
    trails: new Map(),
  };
}

declare module '../../../../core/state' {
  interface ProductStates {
    stops: StopsState;
  }
}
