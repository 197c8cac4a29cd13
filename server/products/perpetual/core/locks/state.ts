/** Positions locked by staff, and proposed locks. */
import type { LockAct } from './events';

export interface Proposal {
  act: LockAct;
  /** User id of the staff member. */
  by: number;
}

export interface LocksState {
  /** Time of the automatic end by position, milliseconds; in order of locking, which is the order of ends. */
  locked: Map<number, number>;
  /** The last proposal for a position that awaits a second person. */
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
