/** What happens to positions that staff lock. */
import type { Entry } from '../ledger/entry';
import type { PositionSide } from '../market/order';

interface OfPosition {
  market: string;
  position: number;
  user: number;
  side: PositionSide;
}
export interface PositionLockProposed extends OfPosition {
  type: 'PositionLockProposed';
  act: LockAct;
  by: number;
  reason: string;
}
export type LockAct = 'lock' | 'unlock';
export interface PositionLocked extends OfPosition {
  type: 'PositionLocked';
  proposedBy: number;
  reason: string;
  /** When the lock ends by itself, milliseconds. */
  until: number;
  entries: Entry[];
}
export interface PositionUnlocked extends OfPosition {
  type: 'PositionUnlocked';
  proposedBy?: number;
  reason?: string;
  entries: Entry[];
}

export type LockEvent = PositionLockProposed | PositionLocked | PositionUnlocked;
