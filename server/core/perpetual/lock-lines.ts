/** Locks of positions in the canonical state. */
import { sorted } from '../folding';
import { lineRow, linesOf, type Told } from '../product';
import type { LockAct } from './lock-events';
import type { LocksState } from './lock-state';

/** In the order in which they end. */
const lockLine = lineRow<[is: 'position_lock', position: number, until: number]>(
  'position_lock',
  function* ({ locks }) {
    for (const [position, until] of locks.locked) yield ['position_lock', position, until];
  },
  ({ locks }, [, position, until]) => {
    locks.locked.set(position, until);
  },
);

const proposalLine = lineRow<[is: 'position_lock_proposed', position: number, act: LockAct, by: number]>(
  'position_lock_proposed',
  function* ({ locks }) {
    for (const [position, { act, by }] of sorted(locks.proposed)) yield ['position_lock_proposed', position, act, by];
  },
  ({ locks }, [, position, act, by]) => {
    locks.proposed.set(position, { act, by });
  },
);

const LOCKS: Told<LocksState> = { locked: lockLine, proposed: proposalLine };

export const locksLines = linesOf(LOCKS);
