/** Stops in the canonical state. */
import { known, sorted } from '../folding';
import { addOrder } from '../market/book';
import { idsOf } from '../market/lines';
import type { OrderSide, PositionSide, PriceKind } from '../market/order';
import { lineRow, linesOf, type Told } from '../product';
import type { StopKind } from './stop-commands';
import { broken } from '../rejection';
import { addStop, armedIn, trailsIn } from './evolve-stops';
import { owesStop } from './evolve-attached';
import type { AttachedStop, StopsState } from './stop-state';
import { follow, type Callback, type Trails } from './trailing';

type StopLine = [
  is: 'stop',
  id: number,
  user: number,
  market: string,
  position: PositionSide,
  contract: number,
  kind: StopKind,
  trigger: number,
  by: PriceKind,
  price: number,
  quantity: number,
  callback: Callback | null,
  extreme: number,
];
const stopLine = lineRow<StopLine>(
  'stop',
  function* ({ stops }) {
    for (const [id, stop] of sorted(stops.stops)) {
      const { user, market, position, contract, kind, trigger, by, price, quantity, callback, extreme } = stop;
      yield ['stop', id, user, market, position, contract, kind, trigger, by, price, quantity, callback, extreme];
    }
  },
  (state, [, id, user, market, position, contract, kind, trigger, by, price, quantity, callback, extreme]) => {
    addStop(state, {
      id,
      user,
      market,
      position,
      contract,
      kind,
      trigger,
      by,
      price,
      quantity,
      callback,
      extreme,
    });
  },
);

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

type ToldAttached = [trigger: number, by: PriceKind, stop: number, owed: number] | null;
type AttachedLine = [
  is: 'attached',
  order: number,
  user: number,
  market: string,
  position: PositionSide,
  contract: number,
  isOver: boolean,
  takeProfit: ToldAttached,
  stopLoss: ToldAttached,
];
const attachedLine = lineRow<AttachedLine>(
  'attached',
  function* ({ stops }) {
    const told = (one: AttachedStop | null): ToldAttached => one && [one.trigger, one.by, one.stop, one.owed];
    for (const [order, { user, market, position, contract, isOver, takeProfit, stopLoss }] of sorted(stops.attached))
      yield ['attached', order, user, market, position, contract, isOver, told(takeProfit), told(stopLoss)];
  },
  ({ stops }, [, order, user, market, position, contract, isOver, profit, loss]) => {
    const known = (one: ToldAttached): AttachedStop | null =>
      one && { trigger: one[0], by: one[1], stop: one[2], owed: one[3] };
    const attached = {
      order,
      user,
      market,
      position,
      contract,
      isOver,
      takeProfit: known(profit),
      stopLoss: known(loss),
    };
    stops.attached.set(order, attached);
    if (owesStop(attached)) stops.owing.add(order);
  },
);

const STOPS: Told<StopsState> = {
  stops: stopLine,
  byContract: 'derived',
  over: 'derived',
  attached: attachedLine,
  owing: 'derived',
  armed: armedLine,
  trails: trailLine,
};

export const stopsLines = linesOf(STOPS);
