/** Placing, changing and ending stops by hand, and ending those of a position that is closed. */
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import type { PositionSide, PriceKind } from '../market/order';
import { broken, isRejection, reject, type Rejection } from '../rejection';
import { refuseQuantity } from '../spot/place';
import type { CoreView } from '../state';
import { perpetualMarket, type PerpetualMarketView } from './listing';
import { refuseLocked } from './lock';
import { markAt } from './mark';
import { refuseSide, refuseStops } from './attached';
import { latestOf, limitsOf, refuseMarket, refuseTrigger, sizeOf, type Circumstances } from './place';
import type { AmendStop, CancelStop, EndStops, PlaceStop, StopKind } from './stop-commands';
import type { StopEnded } from './stop-events';
import type { Stop } from './stop-state';

export function decidePlaceStop(view: CoreView, command: PlaceStop, { at }: Context): Decision {
  const { user, market: name, position, kind, trigger, triggerBy, price, quantity } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  const market = perpetualMarket(view, name);
  if (!market) return reject('market.unknown');
  const locked = refuseLocked(view, user, name, [position]);
  if (locked) return locked;
  const around = circumstancesOf(view, market, at);
  if (isRejection(around)) return around;
  const standing = view.perpetual.holdings.get(user)?.get(name)?.[position];
  if (!standing) return reject('position.none');
  const refusal = refuseStop(around, { position, kind, by: triggerBy, trigger, price, quantity });
  if (refusal) return refusal;
  const many = refuseStops(view, user, name, position, 1);
  if (many) return many;
  const stop = view.counters.order;
  const { id: contract } = standing;
  const placed = { stop, user, market: name, position, contract, kind, trigger, triggerBy, price, quantity };
  return [{ type: 'StopPlaced', ...placed }];
}

function circumstancesOf(view: CoreView, market: PerpetualMarketView, at: number): Circumstances | Rejection {
  const closed = refuseMarket(view, market, false);
  if (closed) return closed;
  const mark = markAt(view, market, at);
  return mark ? { view, market, mark, limits: limitsOf(view, market, mark, at), at } : reject('mark.stale');
}

interface Wish {
  position: PositionSide;
  kind: StopKind;
  by: PriceKind;
  trigger: number;
  price?: number;
  quantity?: number;
}

function refuseStop(around: Circumstances, { position, kind, by, trigger, price, quantity }: Wish): Rejection | null {
  const { market } = around;
  const { priceLowest, priceHighest } = market.terms;
  if (!Number.isSafeInteger(trigger) || trigger < priceLowest || trigger > priceHighest)
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
  const trigger = command.trigger ?? stop.trigger;
  const price = command.price ?? (stop.price || undefined);
  const quantity = command.quantity ?? (stop.quantity || undefined);
  if (trigger === stop.trigger && (price ?? 0) === stop.price && (quantity ?? 0) === stop.quantity)
    return reject('amend.nothing');
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const around = circumstancesOf(view, market, at);
  if (isRejection(around)) return around;
  const refusal = refuseStop(around, { position, kind, by, trigger, price, quantity });
  if (refusal) return refusal;
  return [{ type: 'StopAmended', stop: id, user, market: name, trigger, price, quantity }];
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
