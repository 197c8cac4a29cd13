/** Applies the events of cross accounts to the state. */
import { getOrThrow, postEntries } from '../../../../core/evolve-helpers';
import type { PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import type { MarginDrawn, ProfitSettled } from './cross-events';
import type { Position } from '../state';

export function settleProfit(state: CoreState, event: ProfitSettled): void {
  const position = crossPosition(state, event);
  postEntries(state, event.entries);
  position.cost = event.side === 'long' ? position.cost + event.profit : position.cost - event.profit;
}

export function drawMargin(state: CoreState, event: MarginDrawn): void {
  const { hold } = crossPosition(state, event);
  postEntries(state, event.entries);
  if (!state.holds.has(hold)) broken(`position ${event.position} has no margin left`);
}

export function crossPosition(
  { perpetual }: CoreState,
  { user, market, side, position }: { user: number; market: string; side: PositionSide; position: number },
): Position {
  const holding = getOrThrow(getOrThrow(perpetual.holdings, user), market);
  const found = holding[side];
  if (found?.id !== position || holding.mode !== 'cross') broken(`position ${position} is no cross position`);
  return found;
}
