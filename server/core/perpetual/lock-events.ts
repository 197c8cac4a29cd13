/** What happens to positions that staff lock. */
import type { Entry } from '../ledger/entry';
import type { PositionSide } from '../market/order';

interface OfPosition {
  market: string;
  position: number;
  user: number;
  side: PositionSide;
}
/** Nothing has changed until somebody else of staff asks for the same. */
export interface PositionLockProposed extends OfPosition {
  type: 'PositionLockProposed';
  act: LockAct;
  by: number;
  reason: string;
}
export type LockAct = 'lock' | 'unlock';
/** Its whole margin is frozen under the hold that it has; it counts as margin all the while. */
export interface PositionLocked extends OfPosition {
  type: 'PositionLocked';
  proposedBy: number;
  reason: string;
  /** When the lock ends by itself, milliseconds. */
  until: number;
  entries: Entry[];
}
/** By two of staff, or by itself: then there is neither a first who asked nor a reason. */
export interface PositionUnlocked extends OfPosition {
  type: 'PositionUnlocked';
  proposedBy?: number;
  reason?: string;
  entries: Entry[];
}

export type LockEvent = PositionLockProposed | PositionLocked | PositionUnlocked;
