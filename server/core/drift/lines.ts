/** Differences in the canonical state: a state that never knew of one has no line of them. */
import { linesOf, type Told } from '../product';
import { counterIn, record, recordsIn, setIn } from '../snapshot/records';
import type { Difference, DriftState } from './state';

const DIFFERENCE = record<Difference>()(
  ...(['id', 'comparison', 'subject', 'asset'] as const),
  ...(['#expected', '#found', 'at'] as const),
);

const DRIFT: Told<DriftState> = {
  next: counterIn('drift', ({ drift }) => drift, 'next'),
  open: recordsIn('drift_open', ({ drift }) => drift.open, DIFFERENCE, { key: ({ id }) => id }),
  lifted: setIn('drift_lifted', ({ drift }) => drift.lifted),
};

export const driftLines = linesOf(DRIFT);
