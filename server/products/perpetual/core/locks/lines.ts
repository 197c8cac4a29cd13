/** Locks of positions in the canonical state. */
import { lineRow, linesOf, type Told } from '../../../../core/product';
import { entriesIn, record } from '../../../../core/snapshot/records';
import type { LockAct } from './events';
import type { LocksState } from './state';

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

const PROPOSED = record<{ act: LockAct; by: number }>()('act', 'by');

const LOCKS: Told<LocksState> = {
  locked: lockLine,
  proposed: entriesIn('position_lock_proposed', ({ locks }) => locks.proposed, PROPOSED),
};

export const locksLines = linesOf(LOCKS);
