/** Staff may take a position out of its owner's hands for an hour: one of them does it, two end it before. */

export interface LockPosition {
  type: 'LockPosition';
  position: number;
  reason: string;
}
export interface UnlockPosition {
  type: 'UnlockPosition';
  position: number;
  reason: string;
}
export interface EndPositionLock {
  type: 'EndPositionLock';
  position: number;
}

export type LockCommand = LockPosition | UnlockPosition | EndPositionLock;
