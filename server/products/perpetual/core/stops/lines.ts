/** Stops in the canonical state. */
import { known, sorted } from '../../../../core/folding';
import { addOrder } from '../../../../core/market/book';
import { idsOf } from '../../../../core/market/lines';
import type { OrderSide, PriceKind } from '../../../../core/market/order';
import { lineRow, linesOf, type LineRow, type Told } from '../../../../core/product';
import { record, recordsIn } from '../../../../core/snapshot/records';
import { broken } from '../../../../core/rejection';
import { addStop, armedIn, trailsIn } from './evolve';
import { owesStop } from '../orders/evolve-attached';
import type { Attached, AttachedStop, Stop, StopsState } from './state';
import { follow, type Trails } from './trailing';

const STOP = record<Stop>()(
  ...(['id', 'user', 'market', 'position', 'contract', 'kind', 'trigger', 'by'] as const),
  ...(['price', 'quantity', 'callback', 'extreme'] as const),
);
const stopLine: LineRow = {
  is: 'stop',
  *write({ stops }) {
    for (const [, stop] of sorted(stops.stops)) yield ['stop', ...STOP.write(stop)];
  },
  restore: (state, [, ...fields]) => addStop(state, STOP.restore(fields)),
};

/** Numbers by priority. */
type ArmedLine = [is: 'armed', market: string, by: PriceKind, side: OrderSide, ids: number[]];
const armedLine = lineRow<ArmedLine>(
  'armed',
  function* ({ stops }) {
    for (const [market, armed] of sorted(stops.armed)) {
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
      const { user, trigger } = known(state.stops.stops, id);
      addOrder(armedIn(state, market)[by], side, id, user, trigger, 1);
    }
  },
);

/** The best price that some have seen, and their numbers. */
type TrailLine = [
  is: 'trail',
  market: string,
  by: PriceKind,
  direction: Trails['direction'],
  extreme: number,
  ids: number[],
];
const trailLine = lineRow<TrailLine>(
  'trail',
  function* ({ stops }) {
    for (const [market, trails] of sorted(stops.trails)) {
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
    const trails = trailsIn(stops, { market, by, position: direction === 'up' ? 'long' : 'short' });
    for (const id of ids)
      follow(trails, id, known(stops.stops, id).callback ?? broken(`stop ${id} trails nothing`), extreme);
  },
);

const ATTACHED_STOP = record<AttachedStop>()('trigger', 'by', 'stop', 'owed');
const ATTACHED = record<Attached>()(
  ...(['order', 'user', 'market', 'position', 'contract', 'isOver'] as const),
  { takeProfit: ATTACHED_STOP },
  { stopLoss: ATTACHED_STOP },
);

const STOPS: Told<StopsState> = {
  stops: stopLine,
  byContract: 'derived',
  over: 'derived',
  attached: recordsIn('attached', ({ stops }) => stops.attached, ATTACHED, {
    key: ({ order }) => order,
    note: ({ stops }, attached) => {
      if (owesStop(attached)) stops.owing.add(attached.order);
    },
  }),
  owing: 'derived',
  armed: armedLine,
  trails: trailLine,
};

export const stopsLines = linesOf(STOPS);
