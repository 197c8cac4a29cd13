/** Positions due to be closed, and positions due to be reversed. */
import type { PositionSide } from '../../../../core/market/order';
import type { CloseOutMode } from './events';

export interface Closing {
  position: number;
  user: number;
  market: string;
  side: PositionSide;
  /** Lots of the position at the time of the request. */
  lots: number;
  mode: CloseOutMode;
}
export interface CloseOutState {
  /** By position id. */
  closing: Map<number, Closing>;
  /** By id of the closed position. */
  reversing: Map<number, Closing>;
}

export function createCloseOutState(): CloseOutState {
  return { closing: new Map(), reversing: new Map() };
}

declare module '../../../../core/state' {
  interface ProductStates {
    closeOut: CloseOutState;
  }
}
