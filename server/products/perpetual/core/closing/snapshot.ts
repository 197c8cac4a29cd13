/** Rows of the canonical state for pending close-outs and reversals. */
import { snapshotRowsOf, type SnapshotRows } from '../../../../core/product';
import { recordCodec, recordsRow } from '../../../../core/snapshot/record-rows';
import type { Closing, CloseOutState } from './state';

const CLOSING = recordCodec<Closing>()('position', 'user', 'market', 'side', 'lots', 'mode');

const CLOSE_OUT: SnapshotRows<CloseOutState> = {
  closing: recordsRow('closing', ({ closeOut }) => closeOut.closing, CLOSING, { key: ({ position }) => position }),
  reversing: recordsRow('reversing', ({ closeOut }) => closeOut.reversing, CLOSING, {
    key: ({ position }) => position,
  }),
};

export const closeOutSnapshotRows = snapshotRowsOf(CLOSE_OUT);
