/** Placing, changing and ending stops by hand, and ending those of a position that is closed. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import type { PositionSide, PriceKind } from '../../../../core/market/order';
import { broken, isRejection, reject, type Rejection } from '../../../../core/rejection';
import { refuseQuantity } from '../../../spot/core/place';
import type { CoreView } from '../../../../core/state';
import { perpetualMarket, type PerpetualMarketView } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt } from '../marks/mark';
import { refuseSide, refuseStops } from '../orders/attached';
import { latestOf, limitsOf, refuseMarket, refuseTrigger, sizeOf, type Circumstances } from '../orders/place';
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
  const around = circumstancesOf(view, market, at);
  if (isRejection(around)) return around;
  const standing = view.perpetual.holdings.get(user)?.get(name)?.[position];
  if (!standing) return reject('position.none');
  const refusal =
    kind === 'trailing'
      ? refuseTrailing(around, command)
      : (refuseFollowing(command) ?? refuseStop(around, { ...command, kind, by: triggerBy }));
  if (refusal) return refusal;
  const many = refuseStops(view, user, name, position, 1);
  if (many) return many;
  const { id: contract } = standing;
  const placed = {
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
    extreme: kind === 'trailing' ? latestOf(around, triggerBy) : undefined,
  };
  return [{ type: 'StopPlaced', ...placed }];
}

/** Hundredths of a percent: so near and so far a trailing stop follows; a distance lies within the same parts of the price of now. */
const CALLBACK_BP = [10, 1_000] as const;

function refuseTrailing(
  around: Circumstances,
  { trigger, price, quantity, callbackTicks, callbackBp, triggerBy }: PlaceStop,
): Rejection | null {
  if (trigger !== undefined || price !== undefined) return reject('order.combination.invalid');
  if ((callbackTicks === undefined) === (callbackBp === undefined)) return reject('order.combination.invalid');
  const latest = latestOf(around, triggerBy);
  const [least, most] =
    callbackBp === undefined
      ? [Math.max(1, Math.ceil((latest * CALLBACK_BP[0]) / 10_000)), Math.floor((latest * CALLBACK_BP[1]) / 10_000)]
      : CALLBACK_BP;
  const callback = callbackTicks ?? callbackBp ?? 0;
  if (!Number.isSafeInteger(callback) || callback < least || callback > most) return reject('callback.out.of.range');
  return quantity === undefined ? null : refuseQuantity(sizeOf(around.market, true), quantity);
}

function refuseFollowing({ callbackTicks, callbackBp }: PlaceStop): Rejection | null {
  return callbackTicks === undefined && callbackBp === undefined ? null : reject('order.combination.invalid');
}

function circumstancesOf(view: CoreView, market: PerpetualMarketView, at: number): Circumstances | Rejection {
  const closed = refuseMarket(view, market, false);
  if (closed) return closed;
  const mark = markAt(view, market, at);
  return mark ? { view, market, mark, limits: limitsOf(view, market, mark, at), at } : reject('mark.stale');
}

interface Wish {
  position: PositionSide;
  kind: Exclude<StopKind, 'trailing'>;
  by: PriceKind;
  trigger?: number;
  price?: number;
  quantity?: number;
}

function refuseStop(around: Circumstances, { position, kind, by, trigger, price, quantity }: Wish): Rejection | null {
  const { market } = around;
  const { priceLowest, priceHighest } = market.terms;
  if (trigger === 0) return reject('stop.zero');
  if (trigger === undefined || !Number.isSafeInteger(trigger) || trigger < priceLowest || trigger > priceHighest)
    return reject('trigger.out.of.range');
  const same = refuseTrigger(around, trigger, by);
  if (same) return same;
  if (price !== undefined && !(Number.isSafeInteger(price) && price >= priceLowest && price <= priceHighest))
    return reject('price.out.of.range');
  const size = quantity === undefined ? null : refuseQuantity(sizeOf(market, true), quantity);
  return size ?? refuseSide(position, kind, trigger, latestOf(around, by));
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
  const around = circumstancesOf(view, market, at);
  if (isRejection(around)) return around;
  const refusal =
    kind === 'trailing'
      ? refuseRetrailing(around, stop, command)
      : refuseStop(around, { position, kind, by, trigger, price, quantity });
  if (refusal) return refusal;
  return [{ type: 'StopAmended', stop: id, user, market: name, trigger, price, quantity }];
}

/** What it follows and how far behind does not change: that would be another one. */
function refuseRetrailing(
  { market }: Circumstances,
  stop: Readonly<Stop>,
  { trigger, price, quantity }: AmendStop,
): Rejection | null {
  if ((trigger ?? stop.trigger) !== stop.trigger || price !== undefined) return reject('amend.not.allowed');
  return quantity === undefined ? null : refuseQuantity(sizeOf(market, true), quantity);
}

/** In every state of the market. */
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

/** There are never more than one batch ends. */
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
