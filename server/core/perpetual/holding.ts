/** What a user has in a market, as decide sees it: leverage, and what is ordered there. */
import { tierAt } from '../../../shared/rules/perpetual/tiers';
import type { OrderContract, OrderView, PositionSide } from '../market/order';
import { broken } from '../rejection';
import type { CoreView } from '../state';
import type { ContractTerms } from './terms';

/** Of who chose none. */
const LEVERAGE_FIRST = 20;

export function leverageOf(
  holding: { readonly leverage: number } | undefined,
  { tiers }: { readonly tiers: Readonly<ContractTerms['tiers']> },
): number {
  if (holding && holding.leverage > 0) return holding.leverage;
  return Math.min(LEVERAGE_FIRST, tierAt(tiers, 0n).leverageMax);
}

/** Open orders of a user in a market, oldest first. There are as many as its terms allow, at most. */
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

/** Those that open, or those that close, one of the two positions. */
export function ordersOn(orders: readonly OrderView[], position: PositionSide, closes: boolean): OrderView[] {
  return orders.filter(({ contract }) => contract?.position === position && contract.closes === closes);
}

/** What rests to close a position. What waits for a trigger finds out then what there is. */
export function restingOn(orders: readonly OrderView[], position: PositionSide): OrderView[] {
  return ordersOn(orders, position, true).filter(({ phase }) => phase === 'resting');
}

export function closingLots(view: CoreView, user: number, market: string, side: PositionSide, except = 0): number {
  return restingOn(ordersIn(view, user, market), side)
    .filter(({ id }) => id !== except)
    .reduce((sum, order) => sum + openLotsOf(order), 0);
}
