/**
 * What a user's open orders in a market come to, kept as it changes: a new order is judged by sums, not by each of those before it. They
 * follow from open orders, so no snapshot tells them.
 */
import type { Order, OrderView, PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreState, CoreView } from '../../../../core/state';
import { closingLotsOf, openingLotsOf, OTHER_SIDE } from './holding';
import type { Ordered } from '../state';

/** What an open order is costed at: its limit, or where it will go to the market. */
export function priceAt({ price, trigger }: Pick<OrderView, 'price' | 'trigger'>): number {
  return price === 0 ? trigger : price;
}

/** What an order counts as. */
interface Counted {
  readonly opening: number;
  readonly ticks: number;
  readonly closing: number;
  readonly held: bigint;
}
export const NOTHING: Counted = { opening: 0, ticks: 0, closing: 0, held: 0n };

export function countedOf(order: Order): Counted {
  const closing = closingLotsOf(order, closedBy(order));
  const held = order.hold?.remaining ?? 0n;
  if (order.contract?.closes) return { opening: 0, ticks: 0, closing, held };
  return { opening: openingLotsOf(order), ticks: priceAt(order), closing, held };
}

/** The position that an order closes, or closes first in one-way mode. */
function closedBy({ id, contract }: OrderView): PositionSide {
  const { position, closes } = contract ?? broken(`order ${id} is of no position`);
  return closes ? position : OTHER_SIDE[position];
}

/** After whatever has opened, changed or ended an order, with what it counted as before. */
export function recount({ perpetual }: CoreState, order: Order, before: Counted, now = countedOf(order)): void {
  const { user, market, contract } = order;
  const { position } = contract ?? broken(`order ${order.id} is of no position`);
  let own = perpetual.ordered.get(user);
  if (!own) perpetual.ordered.set(user, (own = new Map<string, Record<PositionSide, Ordered>>()));
  let here = own.get(market);
  if (!here) own.set(market, (here = { long: nothing(), short: nothing() }));
  here[closedBy(order)].closing += now.closing - before.closing;
  here[position].opening += now.opening - before.opening;
  here[position].atPrices += productOf(now) - productOf(before);
  here[position].held += now.held - before.held;
  if (!isEmpty(here.long) || !isEmpty(here.short)) return;
  own.delete(market);
  if (own.size === 0) perpetual.ordered.delete(user);
}

function nothing(): Ordered {
  return { opening: 0, atPrices: 0n, closing: 0, held: 0n };
}
function isEmpty({ opening, closing, held }: Ordered): boolean {
  return opening === 0 && closing === 0 && held === 0n;
}

function productOf({ opening, ticks }: Counted): bigint {
  const product = opening * ticks;
  return Number.isSafeInteger(product) ? BigInt(product) : BigInt(opening) * BigInt(ticks);
}

/**
 * Lots × ticks of all that is ordered to open a position, each at its price and the mark together: never less than each at the higher of the
 * two, and no more than twice that.
 */
export function orderedAtMost(view: CoreView, user: number, market: string, side: PositionSide, mark: number): bigint {
  const sums = view.perpetual.ordered.get(user)?.get(market)?.[side];
  return sums ? sums.atPrices + BigInt(sums.opening) * BigInt(mark) : 0n;
}

/** Units that all open orders of a user in a market hold. */
export function heldIn(view: CoreView, user: number, market: string): bigint {
  const sums = view.perpetual.ordered.get(user)?.get(market);
  return sums ? sums.long.held + sums.short.held : 0n;
}

/** Lots that rest to close a position. */
export function closingLots(view: CoreView, user: number, market: string, side: PositionSide, except = 0): number {
  const lots = view.perpetual.ordered.get(user)?.get(market)?.[side].closing ?? 0;
  const order = except === 0 ? undefined : view.orders.get(except);
  return order ? lots - closingLotsOf(order, side) : lots;
}
