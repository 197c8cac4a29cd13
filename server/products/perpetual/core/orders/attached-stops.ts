/** Attached stops: checked with the order, placed for the lots it opens, and dropped with the rest. */
import type { CoreEvent } from '../../../../core/event';
import type { PositionSide, PriceKind } from '../../../../core/market/order';
import { broken, reject, type Rejection } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import type { AmendPerpetualOrder, PlacePerpetualOrder } from '../commands';
import type { PerpetualMarketView } from '../terms/listing';
import type { AttachStops, StopKind } from '../stops/commands';
import type { Attached, AttachedStop } from '../stops/state';

/** Maximum stops of one position, including those attached to orders: all end in one batch. */
const STOPS_MAX = 20;

/** Context for checking attached stops. */
interface StopContext {
  view: CoreView;
  market: PerpetualMarketView;
  /** Current price of this kind, in ticks. */
  latestPrice(priceKind: PriceKind): number;
}

type AttachedView = Readonly<Omit<Attached, 'takeProfit' | 'stopLoss'>> &
  Readonly<Record<'takeProfit' | 'stopLoss', Readonly<AttachedStop> | null>>;

const NAMES = ['takeProfit', 'stopLoss'] as const;
const KINDS = { takeProfit: 'take_profit', stopLoss: 'stop_loss' } as const satisfies Record<string, StopKind>;

type StopRequests = Pick<AmendPerpetualOrder, 'takeProfit' | 'takeProfitBy' | 'stopLoss' | 'stopLossBy'>;

function requestedStop({ takeProfit, takeProfitBy, stopLoss, stopLossBy }: StopRequests, name: (typeof NAMES)[number]) {
  return name === 'takeProfit' ? { trigger: takeProfit, by: takeProfitBy } : { trigger: stopLoss, by: stopLossBy };
}

/** Checks the attached stops of a new order, against the order's own price if it has one. */
export function refuseAttachedStops(context: StopContext, command: PlacePerpetualOrder): Rejection | null {
  const { user, market, position, act, price } = command;
  let addedCount = 0;
  for (const name of NAMES) {
    const { trigger, by: priceKind } = requestedStop(command, name);
    if (trigger === undefined && priceKind === undefined) continue;
    if (trigger === undefined || priceKind === undefined || act === 'close') return reject('order.combination.invalid');
    const refusal = refuseAttachedStop(context, position, name, trigger, priceKind, price);
    if (refusal) return refusal;
    addedCount++;
  }
  return addedCount === 0 ? null : refuseStops(context.view, user, market, position, addedCount);
}

/** Whether an amendment changes attached stops. */
export function changesAttachedStops(view: CoreView, command: AmendPerpetualOrder): boolean {
  const attached = view.stops.attached.get(command.order);
  return NAMES.some((name) => {
    const { trigger, by: priceKind } = requestedStop(command, name);
    if (trigger === undefined) return priceKind !== undefined;
    return trigger !== (attached?.[name]?.trigger ?? 0) || (trigger > 0 && priceKind !== attached?.[name]?.by);
  });
}

/** Checks the attached stops of an amended order: the new ones, or all if the order's price changes. */
export function refuseChangedStops(
  context: StopContext,
  order: { user: number; market: string; position: PositionSide; closes: boolean; price: number; isMoved: boolean },
  command: AmendPerpetualOrder,
): Rejection | null {
  const { view } = context;
  const attached = view.stops.attached.get(command.order);
  const limit = order.price === 0 ? undefined : order.price;
  let addedCount = 0;
  for (const name of NAMES) {
    const { trigger: requestedTrigger, by: requestedBy } = requestedStop(command, name);
    if ((requestedTrigger !== undefined || requestedBy !== undefined) && order.closes)
      return reject('amend.not.allowed');
    if ((requestedTrigger ?? 0) > 0 !== (requestedBy !== undefined)) return reject('order.combination.invalid');
    if (requestedTrigger === 0) continue;
    const existing = attached?.[name];
    const [trigger, priceKind] =
      requestedTrigger === undefined ? [existing?.trigger, existing?.by] : [requestedTrigger, requestedBy];
    if (
      trigger === undefined ||
      priceKind === undefined ||
      (requestedTrigger === undefined && !(order.isMoved && limit))
    )
      continue;
    const refusal = refuseAttachedStop(context, order.position, name, trigger, priceKind, limit);
    if (refusal) return refusal;
    if (requestedTrigger !== undefined && (!existing || isStopOpen(view, attached, existing))) addedCount++;
  }
  return addedCount === 0 ? null : refuseStops(view, order.user, order.market, order.position, addedCount);
}

function refuseAttachedStop(
  context: StopContext,
  position: PositionSide,
  name: (typeof NAMES)[number],
  trigger: number,
  priceKind: PriceKind,
  price: number | undefined,
): Rejection | null {
  const { priceLowest, priceHighest } = context.market.terms;
  if (trigger === 0) return reject('stop.zero');
  if (!Number.isSafeInteger(trigger) || trigger < priceLowest || trigger > priceHighest)
    return reject('trigger.out.of.range');
  return refuseSide(position, KINDS[name], trigger, price ?? context.latestPrice(priceKind));
}

/** A take-profit must be on the profit side of the current price, a stop-loss on the loss side. */
export function refuseSide(
  position: PositionSide,
  kind: Exclude<StopKind, 'trailing'>,
  trigger: number,
  from: number,
): Rejection | null {
  const isAbove = (position === 'long') === (kind === 'take_profit');
  if (isAbove ? trigger > from : trigger < from) return null;
  return reject(kind === 'take_profit' ? 'take.profit.wrong.side' : 'stop.loss.wrong.side', { price: from });
}

/** Checks the maximum number of stops of a position. */
export function refuseStops(
  view: CoreView,
  user: number,
  market: string,
  side: PositionSide,
  addedCount: number,
): Rejection | null {
  const position = view.perpetual.holdings.get(user)?.get(market)?.[side];
  let count = (position && view.stops.byContract.get(position.id)?.size) ?? 0;
  for (const order of view.members.get(user)?.openOrders.get(market) ?? []) {
    const attached = view.stops.attached.get(order);
    if (attached?.position !== side) continue;
    for (const name of NAMES) {
      const { [name]: one } = attached;
      if (one && !isStopOpen(view, attached, one)) count++;
    }
  }
  return count + addedCount > STOPS_MAX ? reject('stops.too.many', { maximum: STOPS_MAX }) : null;
}

/** A stop was placed and is still waiting. */
function isStopOpen(view: CoreView, attached: AttachedView | undefined, { stop }: Readonly<AttachedStop>): boolean {
  return view.stops.stops.get(stop)?.contract === attached?.contract;
}

export function decideAttachStops(view: CoreView, { order }: AttachStops): CoreEvent[] {
  const attached = view.stops.attached.get(order) ?? broken(`order ${order} brought no stops along`);
  const { user, market, position, contract } = attached;
  let next = view.counters.order;
  const events: CoreEvent[] = [];
  for (const name of NAMES) {
    const { [name]: one } = attached;
    if (!one || one.owed === 0) continue;
    const living = isStopOpen(view, attached, one) ? view.stops.stops.get(one.stop) : undefined;
    if (living) {
      events.push({ type: 'StopGrown', stop: living.id, user, market, order, quantity: living.quantity + one.owed });
      continue;
    }
    const { trigger, by: triggerBy, owed: quantity } = one;
    const stopDetails = {
      stop: next++,
      user,
      market,
      position,
      contract,
      kind: KINDS[name],
      trigger,
      triggerBy,
      quantity,
    };
    events.push({ type: 'StopPlaced', ...stopDetails, order });
  }
  return events;
}
