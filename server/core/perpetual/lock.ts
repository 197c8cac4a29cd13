/** Locking a position and ending that: by two different people of staff, neither of whom it belongs to. */
import { actorId } from '../actor';
import type { Context, Decision } from '../decision';
import { known } from '../folding';
import type { Entry } from '../ledger/entry';
import { bucketsOf } from '../ledger/ledger';
import { broken, reject, type Rejection } from '../rejection';
import { isOnePerson, refuseSecond, wordCounts } from '../staff/standing';
import type { CoreView } from '../state';
import type { EndPositionLock, LockPosition, UnlockPosition } from './lock-commands';
import type { LockAct, PositionUnlocked } from './lock-events';
import { marginBucket } from './margin-bucket';
import type { PositionSide } from '../market/order';

/** After which a lock ends by itself. */
export const LOCK_MS = 24 * 3_600_000;

interface Locking {
  position: number;
  user: number;
  market: string;
  side: PositionSide;
  hold: number;
}

export function decideLockPosition(view: CoreView, command: LockPosition, context: Context): Decision {
  const found = find(view, command.position);
  if (!found) return reject('position.none');
  if (view.locks.locked.has(command.position)) return reject('position.locked');
  const { by, first, refusal } = second(view, found, command, 'lock', context);
  if (refusal) return refusal;
  const { hold: _, ...position } = found;
  if (first === null) return [{ type: 'PositionLockProposed', ...position, act: 'lock', by, reason: command.reason }];
  const entries = moving(view, found);
  const until = context.at + LOCK_MS;
  return [{ type: 'PositionLocked', ...position, proposedBy: first, reason: command.reason, until, entries }];
}

export function decideUnlockPosition(view: CoreView, command: UnlockPosition, context: Context): Decision {
  const found = find(view, command.position);
  if (!found) return reject('position.none');
  if (!view.locks.locked.has(command.position)) return reject('position.not.locked');
  const { by, first, refusal } = second(view, found, command, 'unlock', context);
  if (refusal) return refusal;
  const { hold: _, ...position } = found;
  if (first === null) return [{ type: 'PositionLockProposed', ...position, act: 'unlock', by, reason: command.reason }];
  return [{ ...unlocked(view, found), proposedBy: first, reason: command.reason }];
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

/** Who asks, and who of staff asked for the same before; nobody may be both, and nobody may ask for their own position. */
function second(
  view: CoreView,
  { position, user }: Locking,
  { type }: LockPosition | UnlockPosition,
  act: LockAct,
  { actor, at }: Context,
): { by: number; first: number | null; refusal: Rejection | null } {
  const by = actorId(actor) ?? broken('only people lock positions');
  const proposal = view.locks.proposed.get(position);
  const first = proposal?.act === act && wordCounts(view, proposal.by, type) ? proposal.by : null;
  if (first === null)
    return { by, first, refusal: isOnePerson(view, by, user) ? reject('approval.needs.another') : null };
  return { by, first, refusal: refuseSecond(view, [first, user], by, at) };
}

/** Positions stand by number where funding finds them. */
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
