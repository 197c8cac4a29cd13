/** Conversions in the canonical state. */
import {
  snapshotRow,
  snapshotRowsOf,
  type SnapshotLine,
  type SnapshotRow,
  type SnapshotRows,
} from '../../../core/product';
import { counterRow, recordCodec, type RecordCodec } from '../../../core/snapshot/record-rows';
import type { DustTerms } from './commands';
import type { ConvertState, DustDay } from './state';

const TERMS = recordCodec<DustTerms>()('state', '#dailyMax');
const TODAY = recordCodec<DustDay>()('day', '#paid');

/** A line for an optional value. */
function optionalRow<K extends 'terms' | 'today'>(
  is: string,
  field: K,
  codec: RecordCodec<NonNullable<ConvertState[K]>>,
): SnapshotRow {
  return {
    is,
    *write({ convert }): Generator<SnapshotLine> {
      const value = convert[field];
      if (value !== null) yield [is, ...codec.write(value)];
    },
    restore({ convert }, [, ...fields]) {
      convert[field] = codec.restore(fields);
    },
  };
}

const USER = snapshotRow<[is: 'dust-user', user: number]>(
  'dust-user',
  function* ({ convert }) {
    for (const user of [...convert.users].sort((one, other) => one - other)) yield ['dust-user', user];
  },
  ({ convert }, [, user]) => void convert.users.add(user),
);

const CONVERT: SnapshotRows<ConvertState> = {
  next: counterRow('convert-next', ({ convert }) => convert, 'next'),
  terms: optionalRow('dust-terms', 'terms', TERMS),
  today: optionalRow('dust-today', 'today', TODAY),
  users: USER,
};

export const convertSnapshotRows = snapshotRowsOf(CONVERT);
