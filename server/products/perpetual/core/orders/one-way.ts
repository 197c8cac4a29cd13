/**
 * One position at a time: an order that opens one side closes the other side first, whatever it holds. Lots that it can close
 * hold nothing while it rests or waits, and count among what closes the position; where that comes to more than there is, orders are cut.
 */
import type { CoreEvent } from '../../../../core/event';
import type { OrderContract, PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreState, CoreView } from '../../../../core/state';
import type { CutOrders } from '../commands';
import { cutTo } from './cut';
import { OTHER_SIDE } from './holding';
import { perpetualMarket } from '../terms/listing';
import { closingLots } from './ordered';

const SIDES: readonly PositionSide[] = ['long', 'short'];
/** Orders that one batch cuts. */
const CUTS_SLICE = 500;

export function isOneWay(view: CoreView, user: number, market: string): boolean {
  return view.perpetual.holdings.get(user)?.get(market)?.isOneWay ?? false;
}

/** Of so many lots that are ordered to open a side, those that find something on the other one that nothing else closes. */
export function lotsAgainst(
  view: CoreView,
  user: number,
  market: string,
  { position, closes }: OrderContract,
  lots: number,
  { except = 0, standing = standingOn(view, user, market, OTHER_SIDE[position]) } = {},
): number {
  if (closes || !isOneWay(view, user, market)) return 0;
  const left = standing - closingLots(view, user, market, OTHER_SIDE[position], except);
  return Math.min(lots, Math.max(0, left));
}

/** The same of an order that takes, or waits: at its moment it takes what it needs from what rests. */
export function lotsTurned(
  view: CoreView,
  user: number,
  market: string,
  { position, closes }: OrderContract,
  lots: number,
): number {
  if (closes || !isOneWay(view, user, market)) return 0;
  return Math.min(lots, standingOn(view, user, market, OTHER_SIDE[position]));
}

function standingOn(view: CoreView, user: number, market: string, side: PositionSide): number {
  return view.perpetual.holdings.get(user)?.get(market)?.[side]?.lots ?? 0;
}

/** A user's positions in the market, as far as the batch has come. */
interface Sides<S> {
  isOneWay: boolean;
  long: S | null;
  short: S | null;
}

/** What stands against an order. */
export function opposedBy<S>(trader: Sides<S>, { position, closes }: OrderContract): S | null {
  return trader.isOneWay && !closes ? trader[OTHER_SIDE[position]] : null;
}

/** A fill closes or opens: of `lots`, those that are the first of one kind. */
export function ofOneKind(
  trader: Sides<{ lots: number }>,
  { contract, makes }: { contract: OrderContract; makes: boolean },
  { open, against }: Rest,
  lots: number,
): number {
  const closed = contract.closes ? trader[contract.position] : opposedBy(trader, contract);
  // More than there is only where a cut is owed.
  if (closed) return Math.min(lots, closed.lots);
  // What holds nothing opens nothing: it is dropped when there is no more than that.
  return makes && open > against ? Math.min(lots, open - against) : lots;
}

/** What is left of a maker: lots that are open, and of those the ones that hold nothing. */
export interface Rest {
  open: number;
  against: number;
}

export function restOf(
  { rests }: { rests: ReadonlyMap<number, Rest> },
  { order, open, against }: Rest & { order: number },
): Rest {
  return rests.get(order) ?? { open, against };
}

/** Lots that an order is filled with: those against the other position go first when it closes. */
export function lessened({ open, against }: Rest, lots: number, closes: boolean): Rest {
  return { open: open - lots, against: closes ? Math.max(0, against - lots) : against };
}

export function decideCutOrders(view: CoreView, { user, market: name }: CutOrders): CoreEvent[] {
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  return SIDES.flatMap((side) => cutTo(view, market, user, side, standingOn(view, user, name, side))).slice(
    0,
    CUTS_SLICE,
  );
}

/** After whatever may have left a user's orders closing more than there is. */
export function noteUncut(state: CoreState, user: number, market: string): void {
  const holding = state.perpetual.holdings.get(user)?.get(market);
  if (!holding?.isOneWay) return;
  const { uncut } = state.perpetual;
  const key = `${user} ${market}`;
  const isOwed = SIDES.some((side) => closingLots(state, user, market, side) > (holding[side]?.lots ?? 0));
  if (!isOwed) uncut.delete(key);
  else if (!uncut.has(key)) uncut.set(key, { user, market });
}
