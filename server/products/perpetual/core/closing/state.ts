/** Positions that the core owes closing, and those that it owes opening the other way. */
import type { PositionSide } from '../../../../core/market/order';
import type { CloseOutMode } from './events';

export interface Closing {
  position: number;
  user: number;
  market: string;
  side: PositionSide;
  /** When it was asked for. */
  lots: number;
  mode: CloseOutMode;
}
export interface CloseOutState {
  /** By number of the position. */
  closing: Map<number, Closing>;
  /** By number of the position that is closed. */
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
