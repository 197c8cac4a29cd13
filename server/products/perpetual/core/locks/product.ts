/** Locks of positions, as rows. */
import type { CommandOf } from '../../../../core/command';
import { monthOnly, type CommandRow, type DueWork, type EventRow } from '../../../../core/product';
import { stopRule } from '../../../../core/staff/rule';
import { lockPosition, proposeLock, unlockPosition } from './evolve';
import { decideEndPositionLock, decideLockPosition, decideUnlockPosition } from './lock';
import type { LockCommand } from './commands';
import { EndPositionLock, LockPosition, UnlockPosition } from './commands';
import type { LockEvent } from './events';
import { PositionLockProposed, PositionLocked, PositionUnlocked } from './events';
import { unlockRule } from '../staff-rules';

export const lockCommands: { [T in LockCommand['type']]: CommandRow<Extract<LockCommand, { type: T }>> } = {
  LockPosition: {
    about: 'Locks a position for an hour: its owner neither closes nor changes it.',
    allowedActors: ['admin'],
    staff: stopRule(
      'users',
      'Its owner has it back within an hour; liquidation and stops go on.',
      ({ position }: CommandOf<'LockPosition'>) => `position/${position}`,
      false,
    ),
    message: LockPosition,
    idempotencyRetention: monthOnly,
    decide: decideLockPosition,
  },
  UnlockPosition: {
    about: 'Unlocks a position.',
    allowedActors: ['admin'],
    staff: unlockRule,
    message: UnlockPosition,
    idempotencyRetention: monthOnly,
    decide: decideUnlockPosition,
  },
  EndPositionLock: {
    about: 'Ends a position lock after its longest duration.',
    allowedActors: ['clock'],
    message: EndPositionLock,
    idempotencyRetention: null,
    decide: decideEndPositionLock,
  },
};

export const lockEvents: { [T in LockEvent['type']]: EventRow<Extract<LockEvent, { type: T }>> } = {
  PositionLockProposed: {
    about: 'A member of staff proposed to lock or unlock a position. Nothing changes until a second one confirms it.',
    message: PositionLockProposed,
    evolve: proposeLock,
  },
  PositionLocked: {
    about: "A position's margin is frozen under its hold and still counts as margin.",
    message: PositionLocked,
    evolve: lockPosition,
  },
  PositionUnlocked: {
    about: 'A lock ended by two members of staff, or by its time; then `proposedBy` and `reason` are absent.',
    message: PositionUnlocked,
    evolve: unlockPosition,
  },
};

/** Locks end in order of locking, because all have the same duration. */
export const lockDueWork: readonly DueWork[] = [
  {
    kind: 'position_locks',
    urgency: 'scheduled',
    place: 110,
    next({ locks }) {
      for (const [position, dueAt] of locks.locked)
        return { dueAt, id: position, command: { type: 'EndPositionLock', position } };
      return null;
    },
  },
];
