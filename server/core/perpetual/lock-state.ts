/** Which positions staff have locked, and what one of them has proposed. */
import { known, postAll } from '../folding';
import { broken } from '../rejection';
import type { CoreState } from '../state';
import type { LockAct, PositionLocked, PositionLockProposed, PositionUnlocked } from './lock-events';

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

export function proposeLock({ locks }: CoreState, { position, act, by }: PositionLockProposed): void {
  locks.proposed.set(position, { act, by });
}

export function lockPosition(state: CoreState, { position, until, entries }: PositionLocked): void {
  postAll(state, entries);
  const { locks } = state;
  if (locks.locked.has(position)) broken(`position ${position} is locked twice`);
  locks.locked.set(position, until);
  locks.proposed.delete(position);
}

export function unlockPosition(state: CoreState, { position, entries }: PositionUnlocked): void {
  postAll(state, entries);
  known(state.locks.locked, position);
  forgetLock(state, position);
}

/** Also of a position that was closed. */
export function forgetLock({ locks }: CoreState, position: number): void {
  locks.locked.delete(position);
  locks.proposed.delete(position);
}
