/** Reads a user's holding in a market for decisions: leverage, and open orders. */
import { tierAt } from '../../../../../shared/products/perpetual/rules/tiers';
import type { OrderContract, OrderView, PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import type { ContractTerms } from '../terms/terms';

export const OTHER_SIDE = { long: 'short', short: 'long' } as const satisfies Record<PositionSide, PositionSide>;

/** Default leverage of users who chose none. */
const LEVERAGE_FIRST = 20;

export function leverageOf(
  holding: { readonly leverage: number } | undefined,
  { tiers }: { readonly tiers: Readonly<ContractTerms['tiers']> },
): number {
  if (holding && holding.leverage > 0) return holding.leverage;
  return Math.min(LEVERAGE_FIRST, tierAt(tiers, 0n).leverageMax);
}

/** A user's open orders in a market, oldest first; bounded by the market's terms. */
export function ordersIn(view: CoreView, user: number, market: string): OrderView[] {
  const ids = view.members.get(user)?.openOrders.get(market) ?? [];
  return [...ids].map((id) => view.orders.get(id) ?? broken(`open order ${id} is unknown`));
}

export function contractOf({ id, contract }: OrderView): OrderContract {
  return contract ?? broken(`order ${id} is of no position`);
}

export function openLotsOf({ quantity, filledQuantity }: Pick<OrderView, 'quantity' | 'filledQuantity'>): number {
  return quantity - filledQuantity;
}

/** Lots with a hold. */
export function openingLotsOf(order: OrderView): number {
  return openLotsOf(order) - (order.contract?.against ?? 0);
}

/** Orders that open, or that close, one of the two positions. */
export function ordersOn(orders: readonly OrderView[], position: PositionSide, closes: boolean): OrderView[] {
  return orders.filter(({ contract }) => contract?.position === position && contract.closes === closes);
}

/** Lots of a resting order that close a position: all of a closing order, and the lots without a hold in one-way mode. */
export function closingLotsOf(order: OrderView, side: PositionSide): number {
  const { contract, phase } = order;
  // Orders that wait for a trigger are checked against the position when triggered.
  if (!contract || phase !== 'resting') return 0;
  if (contract.closes) return contract.position === side ? openLotsOf(order) : 0;
  return contract.position === side ? 0 : (contract.against ?? 0);
}

/** Resting orders that close a position. */
export function closingOrdersOn(orders: readonly OrderView[], position: PositionSide): OrderView[] {
  return orders.filter((order) => closingLotsOf(order, position) > 0);
}
