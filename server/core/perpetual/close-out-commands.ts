/** What may be asked of whole positions: closing them all, and turning one around. */
import type { PositionSide } from '../market/order';

/** Every position of the user in a market, or in all: at the market, instead of what rests to close them. */
export interface CloseAllPositions {
  type: 'CloseAllPositions';
  user: number;
  /** Absent: in every market. */
  market?: string;
}
/** Closes a position at the market, and opens the other side with as many lots, as far as what is free allows. */
export interface ReversePosition {
  type: 'ReversePosition';
  user: number;
  market: string;
  position: PositionSide;
}
/** A follow-up: a position is closed at the market. Never from outside. */
export interface CloseOut {
  type: 'CloseOut';
  /** The position's number. */
  contract: number;
}
/** A follow-up: one that is closed is opened the other way. Never from outside. */
export interface OpenReversed {
  type: 'OpenReversed';
  /** The number of the position that was closed. */
  contract: number;
}

export type CloseOutCommand = CloseAllPositions | ReversePosition | CloseOut | OpenReversed;
