/** What the events of liquidations do to the state. */
import { known, postAll } from '../../../../core/folding';
import type { PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import { touchCross } from './cross-found';
import { noteFound, notePositions } from './found';
import type {
  InsuranceFunded,
  InsurancePaid,
  LiquidationFinished,
  LiquidationOrdersEnded,
  LiquidationReduced,
  LiquidationStarted,
  PositionDeleveraged,
  PositionTakenOver,
} from './events';
import type { Liquidation } from './state';
import { positionGone } from '../position-gone';
import { noteChanged } from '../deleveraging/rankings';

export function startLiquidation(state: CoreState, event: LiquidationStarted): void {
  const { liquidations } = state;
  const { liquidation: id, market, position, user, side, next } = event;
  liquidations.open.set(market, { id, position, user, side, next, insured: 0n });
  liquidations.next = id + 1;
  // What is set apart of a cross account is none of it any more.
  touchCross(state, user);
  noteChanged(state, { id: position, market, side });
}

/** Its orders have ended as far as they fit, or all of it was offered: what comes next stands in the event. */
export function goOn(state: CoreState, { market, next }: LiquidationOrdersEnded | PositionTakenOver): void {
  openIn(state, market).next = next;
}

export function reducePosition(state: CoreState, { user, market, next, entries }: LiquidationReduced): void {
  postAll(state, entries);
  notePositions(state, user, market);
  openIn(state, market).next = next;
}

export function payInsurance(state: CoreState, { user, market, amount, next, entries }: InsurancePaid): void {
  postAll(state, entries);
  notePositions(state, user, market);
  const open = openIn(state, market);
  open.insured += amount;
  open.next = next;
}

export function deleveragePosition(state: CoreState, event: PositionDeleveraged): void {
  const { market, user, side, position, lots, released, other, otherUser, otherReleased } = event;
  postAll(state, event.entries);
  known(state.perpetual.contracts, market).openLots -= lots;
  lessen(state, user, market, side, position, lots, released);
  lessen(state, otherUser, market, side === 'long' ? 'short' : 'long', other, lots, otherReleased);
  openIn(state, market).next = 'deleverage';
}

export function lessen(
  state: CoreState,
  user: number,
  market: string,
  side: PositionSide,
  id: number,
  lots: number,
  released: bigint,
): void {
  const holding = state.perpetual.holdings.get(user)?.get(market);
  const position = holding?.[side];
  if (!holding || position?.id !== id || position.lots < lots) broken(`position ${id} has no ${lots} lots`);
  position.lots -= lots;
  position.cost -= released;
  if (position.lots > 0) {
    noteFound(state, position);
    return;
  }
  if (state.holds.has(position.hold) || position.cost !== 0n) broken(`position ${id} leaves something held`);
  holding[side] = null;
  positionGone(state, position);
}

export function finishLiquidation(state: CoreState, { market, user, position, side }: LiquidationFinished): void {
  if (!state.liquidations.open.delete(market)) broken(`nothing is liquidated in ${market}`);
  touchCross(state, user);
  noteChanged(state, { id: position, market, side });
}

export function fundInsurance(state: CoreState, { entries }: InsuranceFunded): void {
  postAll(state, entries);
}

function openIn({ liquidations }: CoreState, market: string): Liquidation {
  return known(liquidations.open, market);
}
