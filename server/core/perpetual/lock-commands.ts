/** Staff may take a position out of its owner's hands for a while; two of them have to agree, to do it and to end it. */

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
