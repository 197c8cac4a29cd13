/** Applies the events of cross liquidations to the state. */
import { getOrThrow, postEntries } from '../../../../core/evolve-helpers';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import { markAccountForCheck } from './cross-liquidation-queue';
import type {
  CrossLiquidationFinished,
  CrossLiquidationStarted,
  CrossPositionReduced,
  CrossShareSet,
  LegsNetted,
} from './cross-events';
import { crossPosition } from '../margin/evolve-cross';
import { shrinkPosition } from './evolve';

export function startCrossLiquidation(state: CoreState, event: CrossLiquidationStarted): void {
  const { liquidations } = state;
  const { liquidation: id, user, asset } = event;
  if (liquidations.accounts.has(user)) broken(`the account of ${user} is liquidated twice`);
  liquidations.accounts.set(user, { id, user, asset, next: 'reduce' });
  liquidations.next = id + 1;
  markAccountForCheck(state, user);
}

export function netLegs(state: CoreState, event: LegsNetted): void {
  const { user, market, lots, long, longReleased, short, shortReleased } = event;
  postEntries(state, event.entries);
  getOrThrow(state.perpetual.contracts, market).openLots -= lots;
  shrinkPosition(state, user, market, 'long', long, lots, longReleased);
  shrinkPosition(state, user, market, 'short', short, lots, shortReleased);
}

export function reduceCrossPosition(state: CoreState, { user, next, entries }: CrossPositionReduced): void {
  postEntries(state, entries);
  getOrThrow(state.liquidations.accounts, user).next = next;
}

export function setShare(state: CoreState, event: CrossShareSet): void {
  const position = crossPosition(state, event);
  postEntries(state, event.entries);
  position.cost = event.side === 'long' ? position.cost + event.profit : position.cost - event.profit;
  getOrThrow(state.liquidations.accounts, event.user).next = 'take';
}

export function finishCrossLiquidation(state: CoreState, { user }: CrossLiquidationFinished): void {
  if (!state.liquidations.accounts.delete(user)) broken(`no account of ${user} is liquidated`);
  markAccountForCheck(state, user);
}
