/** Locks of positions in the canonical state. */
import { snapshotRow, snapshotRowsOf, type SnapshotRows } from '../../../../core/product';
import { keyedRecordsRow, recordCodec } from '../../../../core/snapshot/record-rows';
import type { LockAct } from './events';
import type { LocksState } from './state';

/** In order of their ends. */
const lockLine = snapshotRow<[is: 'position_lock', position: number, until: number]>(
  'position_lock',
  function* ({ locks }) {
    for (const [position, until] of locks.locked) yield ['position_lock', position, until];
  },
  ({ locks }, [, position, until]) => {
    locks.locked.set(position, until);
  },
);

const PROPOSED = recordCodec<{ act: LockAct; by: number }>()('act', 'by');

const LOCKS: SnapshotRows<LocksState> = {
  locked: lockLine,
  proposed: keyedRecordsRow('position_lock_proposed', ({ locks }) => locks.proposed, PROPOSED),
};

export const locksSnapshotRows = snapshotRowsOf(LOCKS);
