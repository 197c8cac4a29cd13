/** Applies the events of locks to the state. */
import { getOrThrow, postEntries } from '../../../../core/evolve-helpers';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import type { PositionLocked, PositionLockProposed, PositionUnlocked } from './events';

export function proposeLock({ locks }: CoreState, { position, act, by }: PositionLockProposed): void {
  locks.proposed.set(position, { act, by });
}

export function lockPosition(state: CoreState, { position, until, entries }: PositionLocked): void {
  postEntries(state, entries);
  const { locks } = state;
  if (locks.locked.has(position)) broken(`position ${position} is locked twice`);
  locks.locked.set(position, until);
  locks.proposed.delete(position);
}

export function unlockPosition(state: CoreState, { position, entries }: PositionUnlocked): void {
  postEntries(state, entries);
  getOrThrow(state.locks.locked, position);
  forgetLock(state, position);
}

/** Also called for a closed position. */
export function forgetLock({ locks }: CoreState, position: number): void {
  locks.locked.delete(position);
  locks.proposed.delete(position);
}
