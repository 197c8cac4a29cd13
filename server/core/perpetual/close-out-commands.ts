/** What may be asked of whole positions: closing them all, and turning one around. */
import type { PositionSide } from '../market/order';

export interface CloseAllPositions {
  type: 'CloseAllPositions';
  user: number;
  /** Absent: in every market. */
  market?: string;
}
export interface ReversePosition {
  type: 'ReversePosition';
  user: number;
  market: string;
  position: PositionSide;
}
export interface CloseOut {
  type: 'CloseOut';
  /** The position's number. */
  contract: number;
}
export interface OpenReversed {
  type: 'OpenReversed';
  /** The number of the position that was closed. */
  contract: number;
}

export type CloseOutCommand = CloseAllPositions | ReversePosition | CloseOut | OpenReversed;
