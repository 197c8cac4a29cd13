/**
 * One-way mode: an order that opens one side closes the opposite side first, whatever its hold. Lots that it can close need no hold while
 * it rests or waits, and count among the closing lots. If the closing lots exceed the position, orders are cut.
 */
import type { CoreEvent } from '../../../../core/event';
import type { OrderContract, PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreState, CoreView } from '../../../../core/state';
import type { CutOrders } from '../commands';
import { cutClosingOrders } from './cut-closing-orders';
import { OTHER_SIDE } from './open-orders';
import { perpetualMarket } from '../terms/listing';
import { closingLots } from './open-order-sums';

const SIDES: readonly PositionSide[] = ['long', 'short'];
/** Maximum orders cut per batch. */
const CUTS_SLICE = 500;

export function isOneWay(view: CoreView, user: number, market: string): boolean {
  return view.perpetual.holdings.get(user)?.get(market)?.isOneWay ?? false;
}

/** Number of opening lots that close the opposite position, excluding lots that other orders close. */
export function lotsClosingOpposite(
  view: CoreView,
  user: number,
  market: string,
  { position, closes }: OrderContract,
  lots: number,
  { except = 0, standing: oppositeLots = openLotsOn(view, user, market, OTHER_SIDE[position]) } = {},
): number {
  if (closes || !isOneWay(view, user, market)) return 0;
  const closableLots = oppositeLots - closingLots(view, user, market, OTHER_SIDE[position], except);
  return Math.min(lots, Math.max(0, closableLots));
}

/** The same for an order that takes or waits: when it trades, it reduces resting closing orders as needed. */
export function lotsClosingOppositeOnTrade(
  view: CoreView,
  user: number,
  market: string,
  { position, closes }: OrderContract,
  lots: number,
): number {
  if (closes || !isOneWay(view, user, market)) return 0;
  return Math.min(lots, openLotsOn(view, user, market, OTHER_SIDE[position]));
}

function openLotsOn(view: CoreView, user: number, market: string, side: PositionSide): number {
  return view.perpetual.holdings.get(user)?.get(market)?.[side]?.lots ?? 0;
}

/** A user's positions in the market at this point of the batch. */
interface Sides<S> {
  isOneWay: boolean;
  long: S | null;
  short: S | null;
}

/** The opposite position that an order closes first in one-way mode. */
export function oppositePosition<S>(trader: Sides<S>, { position, closes }: OrderContract): S | null {
  return trader.isOneWay && !closes ? trader[OTHER_SIDE[position]] : null;
}

/** A fill either closes or opens: returns the leading lots of one kind. */
export function lotsUntilSideChanges(
  trader: Sides<{ lots: number }>,
  { contract, isMaker }: { contract: OrderContract; isMaker: boolean },
  { open, unheldLots }: RemainingLots,
  lots: number,
): number {
  const closed = contract.closes ? trader[contract.position] : oppositePosition(trader, contract);
  // Exceeds the position only while a cut is due.
  if (closed) return Math.min(lots, closed.lots);
  // Lots without a hold open nothing: they are dropped if no others are left.
  return isMaker && open > unheldLots ? Math.min(lots, open - unheldLots) : lots;
}

/** Rest of a maker order: its open lots, and those without a hold. */
export interface RemainingLots {
  open: number;
  unheldLots: number;
}

export function remainingLotsIn(
  { rests }: { rests: ReadonlyMap<number, RemainingLots> },
  { order, open, unheldLots }: RemainingLots & { order: number },
): RemainingLots {
  return rests.get(order) ?? { open, unheldLots };
}

/** Rest after a fill: when closing, the lots against the opposite position are used first. */
export function remainingAfterFill({ open, unheldLots }: RemainingLots, lots: number, closes: boolean): RemainingLots {
  return { open: open - lots, unheldLots: closes ? Math.max(0, unheldLots - lots) : unheldLots };
}

export function decideCutOrders(view: CoreView, { user, market: name }: CutOrders): CoreEvent[] {
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  return SIDES.flatMap((side) => cutClosingOrders(view, market, user, side, openLotsOn(view, user, name, side))).slice(
    0,
    CUTS_SLICE,
  );
}

/** Called after any change by which a user's orders may close more than the position. */
export function markForCut(state: CoreState, user: number, market: string): void {
  const holding = state.perpetual.holdings.get(user)?.get(market);
  if (!holding?.isOneWay) return;
  const { uncut } = state.perpetual;
  const key = `${user} ${market}`;
  const isOwed = SIDES.some((side) => closingLots(state, user, market, side) > (holding[side]?.lots ?? 0));
  if (!isOwed) uncut.delete(key);
  else if (!uncut.has(key)) uncut.set(key, { user, market });
}
