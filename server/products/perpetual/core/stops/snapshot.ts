/** Stops in the canonical state. */
import { getOrThrow, sortedByKey } from '../../../../core/evolve-helpers';
import { addOrder } from '../../../../core/market/book';
import { idsOf } from '../../../../core/market/snapshot';
import type { OrderSide, PriceKind } from '../../../../core/market/order';
import { snapshotRow, snapshotRowsOf, type SnapshotRow, type SnapshotRows } from '../../../../core/product';
import { recordCodec, recordsRow } from '../../../../core/snapshot/record-rows';
import { broken } from '../../../../core/rejection';
import { addStop, armedBooksOf, trailingGroupsOf } from './evolve';
import { hasOwedStop } from '../orders/evolve-attached-stops';
import type { Attached, AttachedStop, Stop, StopsState } from './state';
import { startTrailing, type TrailingGroups } from './trailing';

const STOP = recordCodec<Stop>()(
  ...(['id', 'user', 'market', 'position', 'contract', 'kind', 'trigger', 'by'] as const),
  ...(['price', 'quantity', 'callback', 'extreme'] as const),
);
const stopLine: SnapshotRow = {
  is: 'stop',
  *write({ stops }) {
    for (const [, stop] of sortedByKey(stops.stops)) yield ['stop', ...STOP.write(stop)];
  },
  restore: (state, [, ...fields]) => addStop(state, STOP.restore(fields)),
};

/** Ids by priority. */
type ArmedLine = [is: 'armed', market: string, by: PriceKind, side: OrderSide, ids: number[]];
const armedLine = snapshotRow<ArmedLine>(
  'armed',
  function* ({ stops }) {
    for (const [market, armed] of sortedByKey(stops.armed)) {
      for (const by of ['last', 'mark'] as const) {
        for (const side of ['buy', 'sell'] as const) {
          const ids = idsOf(armed[by], side);
          if (ids.length > 0) yield ['armed', market, by, side, ids];
        }
      }
    }
  },
  (state, [, market, by, side, ids]) => {
    for (const id of ids) {
      const { user, trigger } = getOrThrow(state.stops.stops, id);
      addOrder(armedBooksOf(state, market)[by], side, id, user, trigger, 1);
    }
  },
);

/** A best price, and the ids of the stops that have seen it. */
type TrailLine = [
  is: 'trail',
  market: string,
  by: PriceKind,
  direction: TrailingGroups['direction'],
  extreme: number,
  ids: number[],
];
const trailLine = snapshotRow<TrailLine>(
  'trail',
  function* ({ stops }) {
    for (const [market, trails] of sortedByKey(stops.trails)) {
      for (const by of ['last', 'mark'] as const) {
        for (const direction of ['up', 'down'] as const) {
          for (const { extreme, ticks, bp } of trails[by][direction].groups) {
            const ids = [...ticks.heap, ...bp.heap].map(({ id }) => id).sort((one, other) => one - other);
            yield ['trail', market, by, direction, extreme, ids];
          }
        }
      }
    }
  },
  ({ stops }, [, market, by, direction, extreme, ids]) => {
    const trails = trailingGroupsOf(stops, { market, by, position: direction === 'up' ? 'long' : 'short' });
    for (const id of ids)
      startTrailing(trails, id, getOrThrow(stops.stops, id).callback ?? broken(`stop ${id} trails nothing`), extreme);
  },
);

const ATTACHED_STOP = recordCodec<AttachedStop>()('trigger', 'by', 'stop', 'owed');
const ATTACHED = recordCodec<Attached>()(
  ...(['order', 'user', 'market', 'position', 'contract', 'isOver'] as const),
  { takeProfit: ATTACHED_STOP },
  { stopLoss: ATTACHED_STOP },
);

const STOPS: SnapshotRows<StopsState> = {
  stops: stopLine,
  byContract: 'derived',
  over: 'derived',
  attached: recordsRow('attached', ({ stops }) => stops.attached, ATTACHED, {
    key: ({ order }) => order,
    note: ({ stops }, attached) => {
      if (hasOwedStop(attached)) stops.owing.add(attached.order);
    },
  }),
  owing: 'derived',
  armed: armedLine,
  trails: trailLine,
};

export const stopsSnapshotRows = snapshotRowsOf(STOPS);
