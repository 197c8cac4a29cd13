/** Checks who may act as staff, who may second whom, and whether the exchange is still being set up. */
import type { StaffRight } from '../../../shared/rules/staff-rights';
import { actorId, capabilityOf, type Actor } from '../actor';
import { reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';

/** Minimum number of admins before anyone may approve a withdrawal. */
const ADMINS_MIN = 2;

/** Null if the actor may act: an admin with the required right, whose account is not frozen. */
export function refuseStaff(view: CoreView, actor: Actor, right: StaffRight | null): Rejection | null {
  if (!view.staff.told || capabilityOf(actor) !== 'admin') return null;
  const by = actorId(actor) ?? 0;
  if (view.staff.people.get(by)?.role !== 'admin') return reject('command.not.permitted');
  if (view.members.get(by)?.frozen) return reject('account.frozen');
  return right === null || hasActiveRight(view, by, right) ? null : reject('command.not.permitted');
}

export function hasActiveRight(view: CoreView, user: number, right: StaffRight): boolean {
  const person = view.staff.people.get(user);
  return person?.role === 'admin' && person.rights.includes(right) && view.members.get(user)?.frozen !== true;
}

/**
 * Whether an earlier approval still counts: only while its author has the right. An author who was frozen or lost the right is no longer
 * trusted. If the core knows no staff, all approvals count.
 */
export function approvalStillCounts(view: CoreView, by: number, right: StaffRight | null): boolean {
  return !view.staff.told || right === null || hasActiveRight(view, by, right);
}

/** Whether two ids belong to one person as far as known: the same account, or two verified by one document. */
export function isSamePerson({ members }: CoreView, one: number, other: number): boolean {
  if (one === other) return true;
  const document = members.get(one)?.document ?? null;
  return document !== null && document === members.get(other)?.document;
}

/** Null if `by` may second an act of `first`. */
export function refuseSecondApprover(
  view: CoreView,
  first: readonly number[],
  by: number,
  at: number,
): Rejection | null {
  if (first.some((one) => isSamePerson(view, one, by))) return reject('approval.needs.another');
  return refuseNewcomer(view, by, at);
}

/** New staff cannot approve yet. */
export function refuseNewcomer(view: CoreView, by: number, at: number): Rejection | null {
  const from = view.staff.people.get(by)?.approvesFrom ?? 0;
  return at < from ? reject('staff.too.new', { from }) : null;
}

/** A single admin may not release money. */
export function refuseTooFewAdmins({ staff }: CoreView): Rejection | null {
  if (!staff.told) return null;
  let admins = 0;
  for (const { role } of staff.people.values()) if (role === 'admin') admins++;
  return admins >= ADMINS_MIN ? null : reject('staff.too.few', { required: ADMINS_MIN });
}

/** Staff set rules for others: they neither trade nor withdraw. */
export function isStaff({ staff }: CoreView, user: number): boolean {
  return staff.people.has(user);
}

/** Minimum number of full admins for freezing one of them: the third decides between the two. */
const FREEZE_ADMINS_MIN = 3;
const DAY_MS = 86_400_000;

/**
 * Whether freezing a staff member also freezes the sender, for a third person to decide. Otherwise it needs two
 * persons.
 */
export function freezesBothStaff(view: CoreView, user: number, by: number, at: number): boolean {
  return view.staff.told && isStaff(view, user) && isStaff(view, by) && user !== by && mayFreezeStaff(view, by, at);
}

/** At most one per day: with an accomplice who unfreezes both each time, one person could freeze all others. */
export function mayFreezeStaff(view: CoreView, by: number, at: number): boolean {
  // Two who unfreeze each other could freeze all others, one after the other.
  if ([...view.staff.frozenWith.keys()].some((user) => isStaff(view, user))) return false;
  for (const act of view.staff.acts.values()) {
    const isStaffFreeze =
      act.command === 'FreezeAccount' && isStaff(view, Number(act.subject.slice('account/'.length)));
    if (isStaffFreeze && act.at > at - DAY_MS && isSamePerson(view, act.by, by)) return false;
  }
  return countWithRights(view, ['staff', 'users']) >= FREEZE_ADMINS_MIN;
}

/** Number of people who may change staff and confirm proposals, without the person to be restored. */
export function countObjectors(view: CoreView, restored: number, at: number): number {
  return countWithRights(view, ['staff'], (user) => {
    return !isSamePerson(view, user, restored) && refuseNewcomer(view, user, at) === null;
  });
}

/** Two accounts of one person count once. */
function countWithRights(
  view: CoreView,
  rights: readonly StaffRight[],
  isAble: (user: number) => boolean = () => true,
): number {
  const able = [...view.staff.people.keys()].filter((user) => {
    return rights.every((right) => hasActiveRight(view, user, right)) && isAble(user);
  });
  return able.filter((one, place) => !able.slice(0, place).some((other) => isSamePerson(view, one, other))).length;
}

/** True until the first payment to a user is seen: users have nothing to protect yet. */
export function isBeforeFirstDeposit({ wallet }: CoreView): boolean {
  return wallet.rechargeReferences.size === 0;
}
