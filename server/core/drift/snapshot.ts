/** Differences in the canonical state; without differences there is no line. */
import { snapshotRowsOf, type SnapshotRows } from '../product';
import { counterRow, recordCodec, recordsRow, setRow } from '../snapshot/record-rows';
import type { Difference, DriftState } from './state';

const DIFFERENCE = recordCodec<Difference>()(
  ...(['id', 'comparison', 'subject', 'asset'] as const),
  ...(['#expected', '#found', 'at'] as const),
);

const DRIFT: SnapshotRows<DriftState> = {
  next: counterRow('drift', ({ drift }) => drift, 'next'),
  open: recordsRow('drift_open', ({ drift }) => drift.open, DIFFERENCE, { key: ({ id }) => id }),
  lifted: setRow('drift_lifted', ({ drift }) => drift.lifted),
};

export const driftSnapshotRows = snapshotRowsOf(DRIFT);
