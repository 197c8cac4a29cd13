/** Positions that the core owes closing, and those that it owes opening the other way. */
import { known } from '../folding';
import type { PositionSide } from '../market/order';
import type { CoreState } from '../state';
import type { CloseOutBegun, CloseOutEnded, CloseOutMode, ReverseEnded } from './close-out-events';

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

export function beginCloseOut({ closeOut }: CoreState, { type: _, ...closing }: CloseOutBegun): void {
  closeOut.closing.set(closing.position, closing);
}

export function endCloseOut({ closeOut }: CoreState, { position, mode, left, reason }: CloseOutEnded): void {
  const closing = known(closeOut.closing, position);
  closeOut.closing.delete(position);
  if (mode === 'reverse' && left === 0 && reason === undefined) closeOut.reversing.set(position, closing);
}

export function endReverse({ closeOut }: CoreState, { position }: ReverseEnded): void {
  known(closeOut.reversing, position);
  closeOut.reversing.delete(position);
}
