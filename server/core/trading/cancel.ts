/** Selects the open orders of any product to end, with the reason. The product itself releases their holds. */
import { FROZEN_ORDERS_ENDED_MAX } from '../bounds';
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { cancelReasonOf, type CancelReason, type OpenOrder } from '../market/order';
import { broken, reject } from '../rejection';
import type { Strategies } from '../market/strategy';
import type { CoreView } from '../state';
import type { CancelAllOrders, CancelOrder, EndFrozenOrders } from './commands';

export function decideCancelOrder(
  strategies: Strategies,
  view: CoreView,
  { user, order: id }: CancelOrder,
  { actor }: Context,
): Decision {
  const order = view.orders.get(id);
  if (!order || order.user !== user) return reject('order.not.found');
  if (order.stake !== null) return reject('order.of.robot');
  return [endOrder(strategies, view, order, cancelReasonOf(actor))];
}

export function decideCancelAllOrders(
  strategies: Strategies,
  view: CoreView,
  { user, market: name }: CancelAllOrders,
  { actor }: Context,
): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  const market = view.markets.get(name);
  if (!market) return reject('market.unknown');
  const events: CoreEvent[] = [];
  for (const id of member.openOrders.get(name) ?? []) {
    // A market may allow more open orders than one command may cancel; the next command cancels the rest.
    if (events.length === CANCELS_MAX) break;
    const order = view.orders.get(id);
    if (!order) broken(`open order ${id} is unknown`);
    // The robot would place it again, so users stop the robot instead.
    if (order.stake !== null) continue;
    events.push(strategies[market.product].end(view, market, order, cancelReasonOf(actor)));
  }
  return events.length === 0 ? reject('order.not.found') : events;
}

/** Maximum orders of one cancel-all, oldest first, within the maximum events of one command. */
export const CANCELS_MAX = 1_000;

/** Ignores the market's state: orders can end in every state. */
export function decideEndFrozenOrders(strategies: Strategies, view: CoreView, { user }: EndFrozenOrders): Decision {
  return endFrozen(strategies, view, user, FROZEN_ORDERS_ENDED_MAX);
}

/** Fallback: one order at a time, if a normal slice exceeds a batch. */
export function fallbackEndFrozenOrders(
  strategies: Strategies,
  view: CoreView,
  { user }: EndFrozenOrders,
): CoreEvent[] {
  return endFrozen(strategies, view, user, 1);
}

function endFrozen(strategies: Strategies, view: CoreView, user: number, max: number): CoreEvent[] {
  const member = view.members.get(user);
  if (!member?.frozen || member.openOrders.size === 0) broken(`account ${user} has no orders that a freeze ends`);
  return oldestOpeningOrders(view, member.openOrders, max).map((order) =>
    endOrder(strategies, view, order, 'account_frozen'),
  );
}

/**
 * Returns the oldest orders over all markets; ids are counters, and each market lists them in order of placing. Orders that close a
 * position are excluded.
 */
function oldestOpeningOrders(view: CoreView, open: ReadonlyMap<string, ReadonlySet<number>>, max: number): OpenOrder[] {
  const oldestOrders: OpenOrder[] = [];
  for (const ids of open.values()) {
    let count = 0;
    for (const id of ids) {
      if (count === max) break;
      const order = view.orders.get(id) ?? broken(`open order ${id} is unknown`);
      if (order.contract?.closes === true) continue;
      count++;
      oldestOrders.push(order);
    }
  }
  return oldestOrders.sort((one, other) => one.id - other.id).slice(0, max);
}

function endOrder(strategies: Strategies, view: CoreView, order: OpenOrder, reason: CancelReason): CoreEvent {
  const market = view.markets.get(order.market) ?? broken(`market ${order.market} of an order is not listed`);
  return strategies[market.product].end(view, market, order, reason);
}
