/** Places, changes and ends stops on request, and ends those of a closed position. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import type { PositionSide, PriceKind } from '../../../../core/market/order';
import { broken, isRejection, reject, type Rejection } from '../../../../core/rejection';
import { refuseQuantity } from '../../../spot/core/place';
import type { CoreView } from '../../../../core/state';
import { perpetualMarket, type PerpetualMarketView } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt } from '../marks/mark';
import { refuseSide, refuseStops } from '../orders/attached-stops';
import { latestPriceBy, priceLimitsOf, refuseMarket, refuseTrigger, sizeOf, type OrderContext } from '../orders/place';
import type { AmendStop, CancelStop, EndStops, PlaceStop, StopKind } from './commands';
import type { StopEnded } from './events';
import type { Stop } from './state';

export function decidePlaceStop(view: CoreView, command: PlaceStop, { at }: Context): Decision {
  const { user, market: name, position, kind, triggerBy, price, quantity, callbackTicks, callbackBp } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  const market = perpetualMarket(view, name);
  if (!market) return reject('market.unknown');
  const locked = refuseLocked(view, user, name, [position]);
  if (locked) return locked;
  const context = orderContextOf(view, market, at);
  if (isRejection(context)) return context;
  const openPosition = view.perpetual.holdings.get(user)?.get(name)?.[position];
  if (!openPosition) return reject('position.none');
  const refusal =
    kind === 'trailing'
      ? refuseTrailing(context, command)
      : (refuseCallback(command) ?? refuseStop(context, { ...command, kind, by: triggerBy }));
  if (refusal) return refusal;
  const countRefusal = refuseStops(view, user, name, position, 1);
  if (countRefusal) return countRefusal;
  const { id: contract } = openPosition;
  const stopDetails = {
    stop: view.counters.order,
    user,
    market: name,
    position,
    contract,
    kind,
    trigger: command.trigger ?? 0,
    triggerBy,
    price,
    quantity,
    callbackTicks,
    callbackBp,
    extreme: kind === 'trailing' ? latestPriceBy(context, triggerBy) : undefined,
  };
  return [{ type: 'StopPlaced', ...stopDetails }];
}

/**
 * Minimum and maximum callback of a trailing stop in hundredths of a percent; a distance must be within the same fractions of the current
 * price.
 */
const CALLBACK_BP = [10, 1_000] as const;

function refuseTrailing(
  context: OrderContext,
  { trigger, price, quantity, callbackTicks, callbackBp, triggerBy }: PlaceStop,
): Rejection | null {
  if (trigger !== undefined || price !== undefined) return reject('order.combination.invalid');
  if ((callbackTicks === undefined) === (callbackBp === undefined)) return reject('order.combination.invalid');
  const currentPrice = latestPriceBy(context, triggerBy);
  const [callbackMin, callbackMax] =
    callbackBp === undefined
      ? [
          Math.max(1, Math.ceil((currentPrice * CALLBACK_BP[0]) / 10_000)),
          Math.floor((currentPrice * CALLBACK_BP[1]) / 10_000),
        ]
      : CALLBACK_BP;
  const callback = callbackTicks ?? callbackBp ?? 0;
  if (!Number.isSafeInteger(callback) || callback < callbackMin || callback > callbackMax)
    return reject('callback.out.of.range');
  return quantity === undefined ? null : refuseQuantity(sizeOf(context.market, true), quantity);
}

function refuseCallback({ callbackTicks, callbackBp }: PlaceStop): Rejection | null {
  return callbackTicks === undefined && callbackBp === undefined ? null : reject('order.combination.invalid');
}

function orderContextOf(view: CoreView, market: PerpetualMarketView, at: number): OrderContext | Rejection {
  const closed = refuseMarket(view, market, false);
  if (closed) return closed;
  const mark = markAt(view, market, at);
  return mark ? { view, market, mark, limits: priceLimitsOf(view, market, mark, at), at } : reject('mark.stale');
}

interface StopRequest {
  position: PositionSide;
  kind: Exclude<StopKind, 'trailing'>;
  by: PriceKind;
  trigger?: number;
  price?: number;
  quantity?: number;
}

function refuseStop(
  context: OrderContext,
  { position, kind, by, trigger, price, quantity }: StopRequest,
): Rejection | null {
  const { market } = context;
  const { priceLowest, priceHighest } = market.terms;
  if (trigger === 0) return reject('stop.zero');
  if (trigger === undefined || !Number.isSafeInteger(trigger) || trigger < priceLowest || trigger > priceHighest)
    return reject('trigger.out.of.range');
  const triggerRefusal = refuseTrigger(context, trigger, by);
  if (triggerRefusal) return triggerRefusal;
  if (price !== undefined && !(Number.isSafeInteger(price) && price >= priceLowest && price <= priceHighest))
    return reject('price.out.of.range');
  const sizeRefusal = quantity === undefined ? null : refuseQuantity(sizeOf(market, true), quantity);
  return sizeRefusal ?? refuseSide(position, kind, trigger, latestPriceBy(context, by));
}

export function decideAmendStop(view: CoreView, command: AmendStop, { at }: Context): Decision {
  const stop = ownStop(view, command);
  if (isRejection(stop)) return stop;
  const { id, user, market: name, position, kind, by } = stop;
  if (name !== (command.market ?? name)) return reject('stop.not.found');
  const trigger = command.trigger ?? stop.trigger;
  const price = command.price ?? (stop.price || undefined);
  const quantity = command.quantity ?? (stop.quantity || undefined);
  if (trigger === stop.trigger && (price ?? 0) === stop.price && (quantity ?? 0) === stop.quantity)
    return reject('amend.nothing');
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const context = orderContextOf(view, market, at);
  if (isRejection(context)) return context;
  const refusal =
    kind === 'trailing'
      ? refuseTrailingAmendment(context, stop, command)
      : refuseStop(context, { position, kind, by, trigger, price, quantity });
  if (refusal) return refusal;
  return [{ type: 'StopAmended', stop: id, user, market: name, trigger, price, quantity }];
}

/** Rejects changes of a trailing stop's price kind and callback: they require a new stop. */
function refuseTrailingAmendment(
  { market }: OrderContext,
  stop: Readonly<Stop>,
  { trigger, price, quantity }: AmendStop,
): Rejection | null {
  if ((trigger ?? stop.trigger) !== stop.trigger || price !== undefined) return reject('amend.not.allowed');
  return quantity === undefined ? null : refuseQuantity(sizeOf(market, true), quantity);
}

/** Allowed in every state of the market. */
export function decideCancelStop(view: CoreView, command: CancelStop): Decision {
  const stop = ownStop(view, command);
  return isRejection(stop) ? stop : [stopEnded(stop, 'requested')];
}

function ownStop(view: CoreView, { user, stop: id }: CancelStop | AmendStop): Readonly<Stop> | Rejection {
  if (!view.members.has(user)) return reject('account.unknown');
  const stop = view.stops.stops.get(id);
  if (stop?.user !== user) return reject('stop.not.found');
  return refuseLocked(view, user, stop.market, [stop.position]) ?? stop;
}

/** Bounded by the maximum that one batch ends. */
export function decideEndStops(view: CoreView, { contract }: EndStops): CoreEvent[] {
  const ids = view.stops.byContract.get(contract) ?? broken(`position ${contract} has no stops to end`);
  return [...ids].sort((one, other) => one - other).map((id) => stopEnded(stopOf(view, id), 'position_closed'));
}

export function stopOf({ stops }: CoreView, id: number): Readonly<Stop> {
  return stops.stops.get(id) ?? broken(`stop ${id} is unknown`);
}

export function stopEnded({ id, user, market }: Readonly<Stop>, reason: StopEnded['reason']): StopEnded {
  return { type: 'StopEnded', stop: id, user, market, reason };
}
