/**
 * Sums over a user's open orders in a market, updated on each change, so that a new order is checked without a scan. The sums derive from
 * open orders, so snapshots do not hold them.
 */
import type { Order, OrderView, PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreState, CoreView } from '../../../../core/state';
import { closingLotsOf, openingLotsOf, OTHER_SIDE } from './open-orders';
import type { OpenOrderSums } from '../state';

/** Price for an open order's cost: its limit, or else its trigger. */
export function costPriceOf({ price, trigger }: Pick<OrderView, 'price' | 'trigger'>): number {
  return price === 0 ? trigger : price;
}

/** An order's contribution to the sums. */
interface OrderContribution {
  readonly opening: number;
  readonly ticks: number;
  readonly closing: number;
  readonly heldAmount: bigint;
}
export const NO_CONTRIBUTION: OrderContribution = { opening: 0, ticks: 0, closing: 0, heldAmount: 0n };

export function contributionOf(order: Order): OrderContribution {
  const closing = closingLotsOf(order, closedSideOf(order));
  const heldAmount = order.hold?.remaining ?? 0n;
  if (order.contract?.closes) return { opening: 0, ticks: 0, closing, heldAmount };
  return { opening: openingLotsOf(order), ticks: costPriceOf(order), closing, heldAmount };
}

/** The position that an order closes, or closes first in one-way mode. */
function closedSideOf({ id, contract }: OrderView): PositionSide {
  const { position, closes } = contract ?? broken(`order ${id} is of no position`);
  return closes ? position : OTHER_SIDE[position];
}

/** Updates the sums after an order was opened, changed or ended; `before` is its previous contribution. */
export function updateOrderSums(
  { perpetual }: CoreState,
  order: Order,
  before: OrderContribution,
  after = contributionOf(order),
): void {
  const { user, market, contract } = order;
  const { position } = contract ?? broken(`order ${order.id} is of no position`);
  let userSums = perpetual.ordered.get(user);
  if (!userSums) perpetual.ordered.set(user, (userSums = new Map<string, Record<PositionSide, OpenOrderSums>>()));
  let marketSums = userSums.get(market);
  if (!marketSums) userSums.set(market, (marketSums = { long: emptySums(), short: emptySums() }));
  marketSums[closedSideOf(order)].closing += after.closing - before.closing;
  marketSums[position].opening += after.opening - before.opening;
  marketSums[position].atPrices += openingValueOf(after) - openingValueOf(before);
  marketSums[position].held += after.heldAmount - before.heldAmount;
  if (!isEmpty(marketSums.long) || !isEmpty(marketSums.short)) return;
  userSums.delete(market);
  if (userSums.size === 0) perpetual.ordered.delete(user);
}

function emptySums(): OpenOrderSums {
  return { opening: 0, atPrices: 0n, closing: 0, held: 0n };
}
function isEmpty({ opening, closing, held }: OpenOrderSums): boolean {
  return opening === 0 && closing === 0 && held === 0n;
}

function openingValueOf({ opening, ticks }: OrderContribution): bigint {
  const product = opening * ticks;
  return Number.isSafeInteger(product) ? BigInt(product) : BigInt(opening) * BigInt(ticks);
}

/**
 * Lots × ticks of all orders that open a position, each at its price plus the mark: an upper bound of each at the higher of the two, at
 * most twice that.
 */
export function openingExposureMax(
  view: CoreView,
  user: number,
  market: string,
  side: PositionSide,
  mark: number,
): bigint {
  const sums = view.perpetual.ordered.get(user)?.get(market)?.[side];
  return sums ? sums.atPrices + BigInt(sums.opening) * BigInt(mark) : 0n;
}

/** Total hold of a user's open orders in a market, in units. */
export function orderHoldsIn(view: CoreView, user: number, market: string): bigint {
  const sums = view.perpetual.ordered.get(user)?.get(market);
  return sums ? sums.long.held + sums.short.held : 0n;
}

/** Lots of resting orders that close a position. */
export function closingLots(view: CoreView, user: number, market: string, side: PositionSide, except = 0): number {
  const lots = view.perpetual.ordered.get(user)?.get(market)?.[side].closing ?? 0;
  const order = except === 0 ? undefined : view.orders.get(except);
  return order ? lots - closingLotsOf(order, side) : lots;
}
