/** Ending open orders of any product: which of them, and why. What goes back is their product's to say. */
import { FROZEN_ORDERS_ENDED_MAX } from '../bounds';
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { reasonFor, type CancelReason, type OpenOrder } from '../market/order';
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
  return [ended(strategies, view, order, reasonFor(actor))];
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
    // A market may allow more open orders than one command may cancel; the rest goes with the next.
    if (events.length === CANCELS_MAX) break;
    const order = view.orders.get(id);
    if (!order) broken(`open order ${id} is unknown`);
    // A robot would place it again: whoever wants it ended stops the robot.
    if (order.stake !== null) continue;
    events.push(strategies[market.product].end(view, market, order, reasonFor(actor)));
  }
  return events.length === 0 ? reject('order.not.found') : events;
}

/** One cancel-all ends at most this many orders, oldest first, to stay within the events of one command. */
export const CANCELS_MAX = 1_000;

/** What a market's state forbids is no matter here: orders end in every state. */
export function decideEndFrozenOrders(strategies: Strategies, view: CoreView, { user }: EndFrozenOrders): Decision {
  return endFrozen(strategies, view, user, FROZEN_ORDERS_ENDED_MAX);
}

/** One at a time, should so many as are always few enough be too many all the same. */
export function giveUpEndFrozenOrders(strategies: Strategies, view: CoreView, { user }: EndFrozenOrders): CoreEvent[] {
  return endFrozen(strategies, view, user, 1);
}

function endFrozen(strategies: Strategies, view: CoreView, user: number, most: number): CoreEvent[] {
  const member = view.members.get(user);
  if (!member?.frozen || member.openOrders.size === 0) broken(`account ${user} has no orders that a freeze ends`);
  return oldestEnding(view, member.openOrders, most).map((order) => ended(strategies, view, order, 'account_frozen'));
}

/**
 * The oldest over all markets, of which each stands in order of placing: ids are counters. Those that close a position are none
 * of them.
 */
function oldestEnding(view: CoreView, open: ReadonlyMap<string, ReadonlySet<number>>, most: number): OpenOrder[] {
  const oldest: OpenOrder[] = [];
  for (const ids of open.values()) {
    let taken = 0;
    for (const id of ids) {
      if (taken === most) break;
      const order = view.orders.get(id) ?? broken(`open order ${id} is unknown`);
      if (order.contract?.closes === true) continue;
      taken++;
      oldest.push(order);
    }
  }
  return oldest.sort((one, other) => one.id - other.id).slice(0, most);
}

function ended(strategies: Strategies, view: CoreView, order: OpenOrder, reason: CancelReason): CoreEvent {
  const market = view.markets.get(order.market) ?? broken(`market ${order.market} of an order is not listed`);
  return strategies[market.product].end(view, market, order, reason);
}
