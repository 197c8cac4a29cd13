/** What happens when whole positions are closed, or turned around, at their owner's wish. */
import type { PositionSide } from '../market/order';
import type { PerpetualCancelReason } from './events';

export type CloseOutMode = 'close_all' | 'reverse';

export interface CloseOutBegun {
  type: 'CloseOutBegun';
  /** The position's number. */
  position: number;
  user: number;
  market: string;
  side: PositionSide;
  lots: number;
  mode: CloseOutMode;
}
export interface CloseOutEnded {
  type: 'CloseOutEnded';
  position: number;
  user: number;
  market: string;
  side: PositionSide;
  mode: CloseOutMode;
  /** Lots that nobody took. */
  left: number;
  /** Why any were left, or that something else had closed it before. */
  reason?: PerpetualCancelReason;
}
export interface ReverseEnded {
  type: 'ReverseEnded';
  /** The position that was closed. */
  position: number;
  user: number;
  market: string;
  /** What was opened. */
  side: PositionSide;
  lots: number;
  /** Why that is less than what was closed. */
  reason?: PerpetualCancelReason;
}

export type CloseOutEvent = CloseOutBegun | CloseOutEnded | ReverseEnded;
