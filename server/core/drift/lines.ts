/** Differences in the canonical state: a state that never knew of one has no line of them. */
import { sorted } from '../folding';
import { lineRow, linesOf, type Told } from '../product';
import type { DriftState } from './state';

const countLine = lineRow<[is: 'drift', next: number]>(
  'drift',
  function* ({ drift }) {
    if (drift.next > 1) yield ['drift', drift.next];
  },
  ({ drift }, [, next]) => {
    drift.next = next;
  },
);

type DifferenceLine = [
  is: 'drift_open',
  id: number,
  comparison: string,
  subject: string,
  asset: string,
  expected: string,
  found: string,
  at: number,
];

const differenceLine = lineRow<DifferenceLine>(
  'drift_open',
  function* ({ drift }) {
    for (const [id, { comparison, subject, asset, expected, found, at }] of sorted(drift.open)) {
      yield ['drift_open', id, comparison, subject, asset, `${expected}`, `${found}`, at];
    }
  },
  ({ drift }, [, id, comparison, subject, asset, expected, found, at]) => {
    const figures = { expected: BigInt(expected), found: BigInt(found) };
    drift.open.set(id, { id, comparison, subject, asset, ...figures, at });
  },
);

const liftedLine = lineRow<[is: 'drift_lifted', key: string]>(
  'drift_lifted',
  function* ({ drift }) {
    for (const key of [...drift.lifted].sort()) yield ['drift_lifted', key];
  },
  ({ drift }, [, key]) => {
    drift.lifted.add(key);
  },
);

const DRIFT: Told<DriftState> = { next: countLine, open: differenceLine, lifted: liftedLine };

export const driftLines = linesOf(DRIFT);
