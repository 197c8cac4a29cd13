/** State of waiting stops. */
import type { Book } from '../../../../core/market/book';
import type { PositionSide, PriceKind } from '../../../../core/market/order';
import type { StopKind } from './commands';
import type { Callback, TrailingGroups } from './trailing';

export interface Stop {
  id: number;
  user: number;
  market: string;
  position: PositionSide;
  /** Id of the position. */
  contract: number;
  kind: StopKind;
  /** 0 while it follows the price. */
  trigger: number;
  by: PriceKind;
  /** Ticks; 0: at the market. */
  price: number;
  /** Lots; 0 for the whole position. */
  quantity: number;
  /** Trailing stops only. */
  callback: Callback | null;
  /** Its best price when it was reached; 0 before. */
  extreme: number;
}

/** Stops attached to an open order, for the position that it opens. */
export interface Attached {
  order: number;
  user: number;
  market: string;
  position: PositionSide;
  /** Id of the last position it opened; 0 before it opened any. */
  contract: number;
  /** The order has ended while a stop is still owed. */
  isOver: boolean;
  takeProfit: AttachedStop | null;
  stopLoss: AttachedStop | null;
}
export interface AttachedStop {
  trigger: number;
  by: PriceKind;
  /** Stop placed from this attachment, which grows with further fills; 0 before. It may already have ended. */
  stop: number;
  /** Opened lots for which the core owes a stop. */
  owed: number;
}

export interface StopsState {
  /** By id. */
  stops: Map<number, Stop>;
  /** Ids of a position's stops. */
  byContract: Map<number, Set<number>>;
  /** Closed positions whose stops are due to end. */
  over: Set<number>;
  /** By order. */
  attached: Map<number, Attached>;
  /** Orders with owed stops. */
  owing: Set<number>;
  /** By market and price kind: by trigger, then by arrival. */
  armed: Map<string, Record<PriceKind, Book>>;
  /** Following stops, by the direction that favours their position. */
  trails: Map<string, Record<PriceKind, Record<TrailingGroups['direction'], TrailingGroups>>>;
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
