/** Which positions staff have locked, and what one of them has proposed. */
import type { LockAct } from './events';

export interface Proposal {
  act: LockAct;
  /** Who of staff. */
  by: number;
}

export interface LocksState {
  /** When the lock of a position ends by itself, milliseconds: in the order of locking, and so of ending. */
  locked: Map<number, number>;
  /** The last proposal for a position that nobody has seconded. */
  proposed: Map<number, Proposal>;
}

export function createLocksState(): LocksState {
  return { locked: new Map(), proposed: new Map() };
}

declare module '../../../../core/state' {
  interface ProductStates {
    locks: LocksState;
  }
}
