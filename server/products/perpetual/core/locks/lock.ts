/** Locking a position, by one of staff to whom it does not belong, and ending that, by two. */
import { LOCK_MS } from '../../../../../shared/products/perpetual/rules/position-lock';
import { actorId } from '../../../../core/actor';
import type { Context, Decision } from '../../../../core/decision';
import { known } from '../../../../core/folding';
import type { Entry } from '../../../../core/ledger/entry';
import { bucketsOf } from '../../../../core/ledger/ledger';
import { broken, reject, type Rejection } from '../../../../core/rejection';
import { isOnePerson } from '../../../../core/staff/standing';
import type { CoreView } from '../../../../core/state';
import type { EndPositionLock, LockPosition, UnlockPosition } from './commands';
import type { PositionUnlocked } from './events';
import { marginBucket } from '../margin/bucket';
import type { PositionSide } from '../../../../core/market/order';

interface Locking {
  position: number;
  user: number;
  market: string;
  side: PositionSide;
  hold: number;
}

export function decideLockPosition(
  view: CoreView,
  { position: id, reason }: LockPosition,
  { actor, at }: Context,
): Decision {
  const found = find(view, id);
  if (!found) return reject('position.none');
  if (view.locks.locked.has(id)) return reject('position.locked');
  const by = actorId(actor) ?? broken('only people lock positions');
  if (isOnePerson(view, by, found.user)) return reject('approval.needs.another');
  const { hold: _, ...position } = found;
  const entries = moving(view, found);
  return [{ type: 'PositionLocked', ...position, proposedBy: by, reason, until: at + LOCK_MS, entries }];
}

export function decideUnlockPosition(
  view: CoreView,
  { position: id, reason }: UnlockPosition,
  { actor }: Context,
): Decision {
  const found = find(view, id);
  if (!found) return reject('position.none');
  if (!view.locks.locked.has(id)) return reject('position.not.locked');
  const proposedBy = actorId(actor) ?? broken('only people unlock positions');
  return [{ ...unlocked(view, found), proposedBy, reason }];
}

export function decideEndPositionLock(view: CoreView, { position }: EndPositionLock): Decision {
  return [unlockedFor(view, position)];
}

/** The end of a lock by nobody's act. */
export function unlockedFor(view: CoreView, position: number): PositionUnlocked {
  return unlocked(view, find(view, position) ?? broken(`position ${position} is locked and not there`));
}

/** For an act by the owner's own hand: stops and orders that close, liquidation and what follows from it go on. */
export function refuseLocked(
  view: CoreView,
  user: number,
  market: string,
  sides: readonly PositionSide[],
): Rejection | null {
  const holding = view.perpetual.holdings.get(user)?.get(market);
  const isLocked = sides.some((side) => {
    const position = holding?.[side];
    return position ? view.locks.locked.has(position.id) : false;
  });
  return isLocked ? reject('position.locked') : null;
}

/** Positions stand by number where funding finds them. */
export function positionNumbered(view: CoreView, id: number): Readonly<Locking> {
  return find(view, id) ?? broken(`position ${id} is unknown`);
}

function find({ marks }: CoreView, id: number): Locking | null {
  for (const { byId } of marks.funded.values()) {
    const position = byId.get(id);
    if (!position) continue;
    const { user, market, side, hold } = position;
    return { position: id, user, market, side, hold };
  }
  return null;
}

function unlocked(view: CoreView, found: Locking): PositionUnlocked {
  const { hold: _, ...position } = found;
  return { type: 'PositionUnlocked', ...position, entries: moving(view, found) };
}

/** All of its margin into the other bucket. */
function moving(view: CoreView, { user, market, hold }: Locking): Entry[] {
  const { locked, frozen } = bucketsOf(view.ledger, 'contract', user, known(view.markets, market).terms.quote);
  const amount = known(view.holds, hold).remaining;
  return marginBucket(view, hold) === 'locked'
    ? [{ kind: 'lock_position', debit: locked, credit: frozen, amount, hold, into: hold }]
    : [{ kind: 'unlock_position', debit: frozen, credit: locked, amount, hold, into: hold }];
}
