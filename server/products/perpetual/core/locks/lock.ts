/** Locks a position, by one staff member other than its owner, and unlocks it, by two. */
import { LOCK_MS } from '../../../../../shared/products/perpetual/rules/position-lock';
import { actorId } from '../../../../core/actor';
import type { Context, Decision } from '../../../../core/decision';
import { getOrThrow } from '../../../../core/evolve-helpers';
import type { Entry } from '../../../../core/ledger/entry';
import { bucketsOf } from '../../../../core/ledger/ledger';
import { broken, reject, type Rejection } from '../../../../core/rejection';
import { isSamePerson } from '../../../../core/staff/eligibility';
import type { CoreView } from '../../../../core/state';
import type { EndPositionLock, LockPosition, UnlockPosition } from './commands';
import type { PositionUnlocked } from './events';
import { marginBucket } from '../margin/bucket';
import type { PositionSide } from '../../../../core/market/order';

interface LockablePosition {
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
  const found = findPosition(view, id);
  if (!found) return reject('position.none');
  if (view.locks.locked.has(id)) return reject('position.locked');
  const proposer = actorId(actor) ?? broken('only people lock positions');
  if (isSamePerson(view, proposer, found.user)) return reject('approval.needs.another');
  const { hold: _, ...position } = found;
  const entries = marginEntries(view, found);
  return [{ type: 'PositionLocked', ...position, proposedBy: proposer, reason, until: at + LOCK_MS, entries }];
}

export function decideUnlockPosition(
  view: CoreView,
  { position: id, reason }: UnlockPosition,
  { actor }: Context,
): Decision {
  const found = findPosition(view, id);
  if (!found) return reject('position.none');
  if (!view.locks.locked.has(id)) return reject('position.not.locked');
  const proposedBy = actorId(actor) ?? broken('only people unlock positions');
  return [{ ...unlockedEvent(view, found), proposedBy, reason }];
}

export function decideEndPositionLock(view: CoreView, { position }: EndPositionLock): Decision {
  return [unlockedFor(view, position)];
}

/** Removes a lock without a staff command. */
export function unlockedFor(view: CoreView, position: number): PositionUnlocked {
  return unlockedEvent(view, findPosition(view, position) ?? broken(`position ${position} is locked and not there`));
}

/** Rejects manual actions of the owner only: closing stops and orders, liquidation and its consequences continue. */
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

/** Finds a position by id, in the index of funding. */
export function requirePosition(view: CoreView, id: number): Readonly<LockablePosition> {
  return findPosition(view, id) ?? broken(`position ${id} is unknown`);
}

function findPosition({ marks }: CoreView, id: number): LockablePosition | null {
  for (const { byId } of marks.funded.values()) {
    const position = byId.get(id);
    if (!position) continue;
    const { user, market, side, hold } = position;
    return { position: id, user, market, side, hold };
  }
  return null;
}

function unlockedEvent(view: CoreView, found: LockablePosition): PositionUnlocked {
  const { hold: _, ...position } = found;
  return { type: 'PositionUnlocked', ...position, entries: marginEntries(view, found) };
}

/** Moves the whole margin to the other bucket. */
function marginEntries(view: CoreView, { user, market, hold }: LockablePosition): Entry[] {
  const { locked, frozen } = bucketsOf(view.ledger, 'contract', user, getOrThrow(view.markets, market).terms.quote);
  const amount = getOrThrow(view.holds, hold).remaining;
  return marginBucket(view, hold) === 'locked'
    ? [{ kind: 'lock_position', debit: locked, credit: frozen, amount, hold, into: hold }]
    : [{ kind: 'unlock_position', debit: frozen, credit: locked, amount, hold, into: hold }];
}
