/** What the events of cross liquidations do to the state. */
import { known, postAll } from '../../../../core/folding';
import { broken } from '../../../../core/rejection';
import type { CoreState } from '../../../../core/state';
import { touchCross } from './cross-found';
import type {
  CrossLiquidationFinished,
  CrossLiquidationStarted,
  CrossPositionReduced,
  CrossShareSet,
  LegsNetted,
} from './cross-events';
import { crossPosition } from '../margin/evolve-cross';
import { lessen } from './evolve';

export function startCrossLiquidation(state: CoreState, event: CrossLiquidationStarted): void {
  const { liquidations } = state;
  const { liquidation: id, user, asset } = event;
  if (liquidations.accounts.has(user)) broken(`the account of ${user} is liquidated twice`);
  liquidations.accounts.set(user, { id, user, asset, next: 'reduce' });
  liquidations.next = id + 1;
  touchCross(state, user);
}

export function netLegs(state: CoreState, event: LegsNetted): void {
  const { user, market, lots, long, longReleased, short, shortReleased } = event;
  postAll(state, event.entries);
  known(state.perpetual.contracts, market).openLots -= lots;
  lessen(state, user, market, 'long', long, lots, longReleased);
  lessen(state, user, market, 'short', short, lots, shortReleased);
}

export function reduceCrossPosition(state: CoreState, { user, next, entries }: CrossPositionReduced): void {
  postAll(state, entries);
  known(state.liquidations.accounts, user).next = next;
}

export function setShare(state: CoreState, event: CrossShareSet): void {
  const position = crossPosition(state, event);
  postAll(state, event.entries);
  position.cost = event.side === 'long' ? position.cost + event.profit : position.cost - event.profit;
  known(state.liquidations.accounts, event.user).next = 'take';
}

export function finishCrossLiquidation(state: CoreState, { user }: CrossLiquidationFinished): void {
  if (!state.liquidations.accounts.delete(user)) broken(`no account of ${user} is liquidated`);
  touchCross(state, user);
}
