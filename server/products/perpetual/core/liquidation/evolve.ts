/** Applies the events of liquidations to the state. */
import { getOrThrow, postEntries } from '../../../../core/evolve-helpers';
import type { PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import { markAccountForCheck } from './cross-liquidation-queue';
import { enqueuePosition, requeuePositions } from './liquidation-queue';
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
import { cleanUpClosedPosition } from '../position-closed';
import { markRankChanged } from '../deleveraging/rankings';

export function startLiquidation(state: CoreState, event: LiquidationStarted): void {
  const { liquidations } = state;
  const { liquidation: id, market, position, user, side, next } = event;
  liquidations.open.set(market, { id, position, user, side, next, insured: 0n });
  liquidations.next = id + 1;
  // A position set apart for takeover no longer belongs to the cross account.
  markAccountForCheck(state, user);
  markRankChanged(state, { id: position, market, side });
}

/** The owner's orders have been cancelled as far as they fit, or the whole position was offered; the event names the next step. */
export function setNextStep(state: CoreState, { market, next }: LiquidationOrdersEnded | PositionTakenOver): void {
  openLiquidation(state, market).next = next;
}

export function reducePosition(state: CoreState, { user, market, next, entries }: LiquidationReduced): void {
  postEntries(state, entries);
  requeuePositions(state, user, market);
  openLiquidation(state, market).next = next;
}

export function payInsurance(state: CoreState, { user, market, amount, next, entries }: InsurancePaid): void {
  postEntries(state, entries);
  requeuePositions(state, user, market);
  const open = openLiquidation(state, market);
  open.insured += amount;
  open.next = next;
}

export function deleveragePosition(state: CoreState, event: PositionDeleveraged): void {
  const { market, user, side, position, lots, released, other, otherUser, otherReleased } = event;
  postEntries(state, event.entries);
  getOrThrow(state.perpetual.contracts, market).openLots -= lots;
  shrinkPosition(state, user, market, side, position, lots, released);
  shrinkPosition(state, otherUser, market, side === 'long' ? 'short' : 'long', other, lots, otherReleased);
  openLiquidation(state, market).next = 'deleverage';
}

export function shrinkPosition(
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
    enqueuePosition(state, position);
    return;
  }
  if (state.holds.has(position.hold) || position.cost !== 0n) broken(`position ${id} leaves something held`);
  holding[side] = null;
  cleanUpClosedPosition(state, position);
}

export function finishLiquidation(state: CoreState, { market, user, position, side }: LiquidationFinished): void {
  if (!state.liquidations.open.delete(market)) broken(`nothing is liquidated in ${market}`);
  markAccountForCheck(state, user);
  markRankChanged(state, { id: position, market, side });
}

export function fundInsurance(state: CoreState, { entries }: InsuranceFunded): void {
  postEntries(state, entries);
}

function openLiquidation({ liquidations }: CoreState, market: string): Liquidation {
  return getOrThrow(liquidations.open, market);
}
