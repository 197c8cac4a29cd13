/** Who acts as staff, who may second whom, and whether the exchange is still being set up. */
import type { StaffRight } from '../../../shared/rules/staff-rights';
import { actorId, capabilityOf, type Actor } from '../actor';
import type { CommandType } from '../command';
import { reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import { rightFor } from './rights';

/** What a withdrawal needs before anybody approves it. */
const ADMINS_MIN = 2;

/** Null for whoever may: an admin with the right that it asks for, whose account is not frozen. */
export function refuseStaff(view: CoreView, actor: Actor, type: CommandType): Rejection | null {
  if (!view.staff.told || capabilityOf(actor) !== 'admin') return null;
  const by = actorId(actor) ?? 0;
  if (view.staff.people.get(by)?.role !== 'admin') return reject('command.not.permitted');
  if (view.members.get(by)?.frozen) return reject('account.frozen');
  const right = rightFor(type);
  return right === null || mayAct(view, by, right) ? null : reject('command.not.permitted');
}

export function mayAct(view: CoreView, user: number, right: StaffRight): boolean {
  const person = view.staff.people.get(user);
  return person?.role === 'admin' && person.rights.includes(right) && view.members.get(user)?.frozen !== true;
}

/**
 * Whether what somebody said earlier counts as the word of one of two: as long as they still may say it. Whoever was stopped since, or
 * was taken the right, is one in whom there was no trust. Where the core was told of nobody, everybody's counts.
 */
export function wordCounts(view: CoreView, by: number, type: CommandType): boolean {
  const right = rightFor(type);
  return !view.staff.told || right === null || mayAct(view, by, right);
}

/** Whether two numbers are, as far as one can know, one person: the same account, or two that one document certified. */
export function isOnePerson({ members }: CoreView, one: number, other: number): boolean {
  if (one === other) return true;
  const document = members.get(one)?.document ?? null;
  return document !== null && document === members.get(other)?.document;
}

/** Null when `by` may second what `first` began. */
export function refuseSecond(view: CoreView, first: readonly number[], by: number, at: number): Rejection | null {
  if (first.some((one) => isOnePerson(view, one, by))) return reject('approval.needs.another');
  return refuseNewcomer(view, by, at);
}

/** Who has just become staff approves nothing yet. */
export function refuseNewcomer(view: CoreView, by: number, at: number): Rejection | null {
  const from = view.staff.people.get(by)?.approvesFrom ?? 0;
  return at < from ? reject('staff.too.new', { from }) : null;
}

/** One admin alone lets no money out. */
export function refuseTooFew({ staff }: CoreView): Rejection | null {
  if (!staff.told) return null;
  let admins = 0;
  for (const { role } of staff.people.values()) if (role === 'admin') admins++;
  return admins >= ADMINS_MIN ? null : reject('staff.too.few', { required: ADMINS_MIN });
}

/** Staff set rules for others: they neither trade nor withdraw. */
export function isStaff({ staff }: CoreView, user: number): boolean {
  return staff.people.has(user);
}

/** Full admins that one may freeze another of: the third decides between the two. */
const FREEZABLE_FULL_MIN = 3;
const DAY_MS = 86_400_000;

/** Whether who freezes a member of staff is frozen with them, for a third to decide between the two. Else it takes two. */
export function freezesBoth(view: CoreView, user: number, by: number, at: number): boolean {
  return view.staff.told && isStaff(view, user) && isStaff(view, by) && user !== by && mayFreezeStaff(view, by, at);
}

/** At most one a day: with an accomplice who unfreezes them each time, one person could freeze all others. */
export function mayFreezeStaff(view: CoreView, by: number, at: number): boolean {
  // Two who release each other would freeze all others, one after the other.
  if ([...view.staff.frozenWith.keys()].some((user) => isStaff(view, user))) return false;
  for (const act of view.staff.acts.values()) {
    const isOfStaff = act.command === 'FreezeAccount' && isStaff(view, Number(act.subject.slice('account/'.length)));
    if (isOfStaff && act.at > at - DAY_MS && isOnePerson(view, act.by, by)) return false;
  }
  return peopleWith(view, ['staff', 'users']) >= FREEZABLE_FULL_MIN;
}

/** People who may change who is staff and confirm what others propose; whoever is to be restored is none of them. */
export function contradictors(view: CoreView, restored: number, at: number): number {
  return peopleWith(view, ['staff'], (user) => {
    return !isOnePerson(view, user, restored) && refuseNewcomer(view, user, at) === null;
  });
}

/** Two accounts of one person count once. */
function peopleWith(
  view: CoreView,
  rights: readonly StaffRight[],
  isAble: (user: number) => boolean = () => true,
): number {
  const able = [...view.staff.people.keys()].filter((user) => {
    return rights.every((right) => mayAct(view, user, right)) && isAble(user);
  });
  return able.filter((one, place) => !able.slice(0, place).some((other) => isOnePerson(view, one, other))).length;
}

/** Until a payment to a user was ever seen: nobody has anything that a control protects. */
export function isBeingSetUp({ wallet }: CoreView): boolean {
  return wallet.rechargeReferences.size === 0;
}
