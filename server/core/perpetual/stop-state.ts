/** What is kept of stops that wait. */
import type { Book } from '../market/book';
import type { PositionSide, PriceKind } from '../market/order';
import type { StopKind } from './stop-commands';

export interface Stop {
  id: number;
  user: number;
  market: string;
  position: PositionSide;
  /** The position's number. */
  contract: number;
  kind: StopKind;
  trigger: number;
  by: PriceKind;
  /** Ticks; 0 at the market. */
  price: number;
  /** Lots; 0 for the whole position. */
  quantity: number;
}

export interface StopsState {
  /** By number. */
  stops: Map<number, Stop>;
  /** Numbers of those of a position. */
  byContract: Map<number, Set<number>>;
  /** Positions that are closed and whose stops the core owes an end. */
  over: Set<number>;
  /** By market and by the price that they look at: by trigger, then by arrival. */
  armed: Map<string, Record<PriceKind, Book>>;
}

export function createStopsState(): StopsState {
  return { stops: new Map(), byContract: new Map(), over: new Set(), armed: new Map() };
}
