/** A stop was reached: it becomes an order that closes what there is, and goes on waiting for what that could not fill. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { FORCED, orderContract } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import { sideOf } from '../commands';
import { cutTo } from '../orders/cut';
import type { PerpetualCancelReason, PerpetualOrderPlaced } from '../events';
import { perpetualMarket } from '../terms/listing';
import { markAt } from '../marks/mark';
import { meetBook } from '../orders/meet';
import { latestOf, limitsOf, refuseMarket, type Circumstances } from '../orders/place';
import { createSketch, levelOf } from '../orders/sketch';
import type { TriggerStop } from './commands';
import type { StopAmended } from './events';
import type { Stop } from './state';
import { stopEnded, stopOf } from './stops';

export function decideTriggerStop(view: CoreView, { stop: id }: TriggerStop, { at }: Context): Decision {
  const stop = stopOf(view, id);
  const { user, market: name, position, contract, kind, by } = stop;
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const standing = view.perpetual.holdings.get(user)?.get(name)?.[position];
  if (standing?.id !== contract) return [stopEnded(stop, 'position_closed')];
  const mark = markAt(view, market, at);
  if (!mark || refuseMarket(view, market, false)) return [waitsOn(stop, stop.quantity, 'market_closed')];

  const around: Circumstances = { view, market, mark, limits: limitsOf(view, market, mark, at), at };
  const side = sideOf(position, 'close');
  const limit = around.limits[side];
  const lots = stop.quantity === 0 ? standing.lots : Math.min(stop.quantity, standing.lots);
  // A limit beyond those of the market is as good as theirs.
  const price =
    stop.price === 0 ? undefined : side === 'buy' ? Math.min(stop.price, limit) : Math.max(stop.price, limit);
  const order = view.counters.order;
  const placed: PerpetualOrderPlaced = {
    type: 'PerpetualOrderPlaced',
    order,
    user,
    market: name,
    side,
    position,
    closes: 1,
    kind: price === undefined ? 'market' : 'limit',
    ...FORCED,
    price,
    quantity: lots,
    level: levelOf(view, user, at),
    disposition: 'takes',
    entries: [],
  };
  const sketch = createSketch(view, market, mark.ticks, at);
  const met = meetBook(sketch, {
    order,
    user,
    side,
    contract: orderContract(position, true, placed.level, undefined),
    terms: FORCED,
    price: price ?? null,
    worst: price ?? limit,
    lots,
    hold: null,
    mode: kind,
  });
  const events: CoreEvent[] = [
    ...sketch.settling.events,
    {
      type: 'StopTriggered',
      stop: id,
      user,
      market: name,
      contract,
      kind,
      trigger: stop.trigger,
      triggerBy: by,
      price: latestOf(around, by),
      ...(stop.callback ? { extreme: stop.extreme } : {}),
      order,
      lots,
    },
    ...cutTo(view, market, user, position, standing.lots - met.filled),
    placed,
    ...met.events,
  ];
  const left = stop.quantity === 0 ? 0 : stop.quantity - met.filled;
  const isOver = met.remaining === 0 || met.filled === standing.lots;
  return [...events, isOver ? stopEnded(stop, 'filled') : waitsOn(stop, left, met.reason ?? 'no_liquidity')];
}

/** Armed as it was: the next price reaches it again. */
function waitsOn(
  { id, user, market, trigger, price }: Readonly<Stop>,
  quantity: number,
  reason: PerpetualCancelReason,
): StopAmended {
  const left = quantity === 0 ? undefined : quantity;
  return { type: 'StopAmended', stop: id, user, market, trigger, price: price || undefined, quantity: left, reason };
}

/** The walk's own bound keeps it from coming to that. */
export function giveUpTriggerStop(view: CoreView, { stop }: TriggerStop): CoreEvent[] {
  return [stopEnded(stopOf(view, stop), 'fills_too_many')];
}
