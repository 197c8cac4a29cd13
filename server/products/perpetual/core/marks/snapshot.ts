/** Rows of the canonical state for the inputs of marks. */
import { sortedByKey } from '../../../../core/evolve-helpers';
import { deserializeTraded, serializeTraded, type TradedTuple } from '../../../../core/market/snapshot';
import { snapshotRow, snapshotRowsOf, type SnapshotRows } from '../../../../core/product';
import { arrayOf, keyedRecordsRow, recordCodec } from '../../../../core/snapshot/record-rows';
import type { Closing, MarksState, MarkTrack } from './state';

const CLOSING = recordCodec<Closing>()('mark', 'at', '#premiumSum', 'premiumMs');
const SAMPLE = recordCodec<MarkTrack['samples'][number]>()('at', 'ms', 'basis');
const TRACK = recordCodec<MarkTrack>()(
  ...(['#premiumSum', 'premiumMs', 'ratePpb', 'fundingDue'] as const),
  { closing: CLOSING },
  'run',
  'closeOnlyUntil',
  { samples: arrayOf(SAMPLE) },
);

const youngLine = snapshotRow<[is: 'mark_young', market: string, orders: number[]]>(
  'mark_young',
  function* ({ marks }) {
    for (const [market, recentOrders] of sortedByKey(marks.young)) {
      if (recentOrders.size > 0) yield ['mark_young', market, [...recentOrders].sort((one, other) => one - other)];
    }
  },
  ({ marks }, [, market, orders]) => {
    marks.young.set(market, new Set(orders));
  },
);

/** Traded volume per second. */
const tradedLine = snapshotRow<[is: 'mark_traded', market: string, seconds: TradedTuple]>(
  'mark_traded',
  function* ({ marks }) {
    for (const [market, traded] of sortedByKey(marks.traded)) yield ['mark_traded', market, serializeTraded(traded)];
  },
  ({ marks }, [, market, seconds]) => {
    marks.traded.set(market, deserializeTraded(seconds));
  },
);

const MARKS: SnapshotRows<MarksState> = {
  tracks: keyedRecordsRow('mark_track', ({ marks }) => marks.tracks, TRACK),
  young: youngLine,
  traded: tradedLine,
  funded: 'derived',
};

export const marksSnapshotRows = snapshotRowsOf(MARKS);
