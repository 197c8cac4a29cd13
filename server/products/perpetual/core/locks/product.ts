/** Locks of positions, as rows. */
import type { CommandOf } from '../../../../core/command';
import { nothingOpen, type CommandRow, type Debt, type EventRow } from '../../../../core/product';
import { brakesFor } from '../../../../core/staff/rule';
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
    senders: ['admin'],
    staff: brakesFor(
      'Its owner has it back within an hour; liquidation and stops go on.',
      ({ position }: CommandOf<'LockPosition'>) => `position/${position}`,
      false,
    ),
    message: LockPosition,
    lasting: nothingOpen,
    decide: decideLockPosition,
  },
  UnlockPosition: {
    about: 'Unlocks a position.',
    senders: ['admin'],
    staff: unlockRule,
    message: UnlockPosition,
    lasting: nothingOpen,
    decide: decideUnlockPosition,
  },
  EndPositionLock: {
    about: 'Ends a position lock after its longest duration.',
    senders: ['clock'],
    message: EndPositionLock,
    lasting: null,
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

/** They end in the order in which they were made: all last as long. */
export const lockDebts: readonly Debt[] = [
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
