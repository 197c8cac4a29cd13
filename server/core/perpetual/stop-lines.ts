/** Stops in the canonical state. */
import { known, sorted } from '../folding';
import { addOrder } from '../market/book';
import { idsOf } from '../market/lines';
import type { OrderSide, PositionSide, PriceKind } from '../market/order';
import { lineRow, linesOf, type Told } from '../product';
import type { StopKind } from './stop-commands';
import { addStop, armedIn } from './evolve-stops';
import { owesStop } from './evolve-attached';
import type { AttachedStop, StopsState } from './stop-state';

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
];
const stopLine = lineRow<StopLine>(
  'stop',
  function* ({ stops }) {
    for (const [id, { user, market, position, contract, kind, trigger, by, price, quantity }] of sorted(stops.stops))
      yield ['stop', id, user, market, position, contract, kind, trigger, by, price, quantity];
  },
  (state, [, id, user, market, position, contract, kind, trigger, by, price, quantity]) => {
    addStop(state, { id, user, market, position, contract, kind, trigger, by, price, quantity });
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
};

export const stopsLines = linesOf(STOPS);
