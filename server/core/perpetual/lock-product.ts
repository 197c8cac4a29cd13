/** Locks of positions, as rows. */
import { nothingOpen, type CommandRow, type Debt, type EventRow } from '../product';
import { decideEndPositionLock, decideLockPosition, decideUnlockPosition } from './lock';
import type { LockCommand } from './lock-commands';
import type { LockEvent } from './lock-events';
import { lockPosition, proposeLock, unlockPosition } from './evolve-locks';
import type { CommandOf } from '../command';
import { brakesFor } from '../staff/rule';
import { unlockRule } from './staff-rules';

export const lockCommands: { [T in LockCommand['type']]: CommandRow<Extract<LockCommand, { type: T }>> } = {
  LockPosition: {
    about: 'Locks a position for an hour: its owner neither closes nor changes it.',
    senders: ['admin'],
    staff: brakesFor(
      'Its owner has it back within an hour; liquidation and stops go on.',
      ({ position }: CommandOf<'LockPosition'>) => `position/${position}`,
      false,
    ),
    payload: { type: 'asked', position: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideLockPosition,
  },
  UnlockPosition: {
    about: 'Unlocks a position.',
    senders: ['admin'],
    staff: unlockRule,
    payload: { type: 'asked', position: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideUnlockPosition,
  },
  EndPositionLock: {
    about: 'Ends a position lock after its longest duration.',
    senders: ['clock'],
    payload: { type: 'asked', position: 'asked' },
    lasting: null,
    decide: decideEndPositionLock,
  },
};

const POSITION = { market: 'word', position: 'integer', user: 'integer', side: 'word' } as const;

export const lockEvents: { [T in LockEvent['type']]: EventRow<Extract<LockEvent, { type: T }>> } = {
  PositionLockProposed: {
    about: 'A member of staff proposed to lock or unlock a position. Nothing changes until a second one confirms it.',
    shape: { ...POSITION, act: 'word', by: 'integer', reason: 'text' },
    evolve: proposeLock,
  },
  PositionLocked: {
    about: "A position's margin is frozen under its hold and still counts as margin.",
    shape: { ...POSITION, proposedBy: 'integer', reason: 'text', until: 'integer', entries: 'entries' },
    evolve: lockPosition,
  },
  PositionUnlocked: {
    about: 'A lock ended by two members of staff, or by its time; then `proposedBy` and `reason` are absent.',
    shape: { ...POSITION, proposedBy: 'integer?', reason: 'text?', entries: 'entries' },
    evolve: unlockPosition,
  },
};

/** They end in the order in which they were made: all last as long. */
export const lockDebts: readonly Debt[] = [
  {
    kind: 'position_locks',
    urgency: 'scheduled',
    next({ locks }) {
      for (const [position, dueAt] of locks.locked)
        return { dueAt, id: position, command: { type: 'EndPositionLock', position } };
      return null;
    },
  },
];
