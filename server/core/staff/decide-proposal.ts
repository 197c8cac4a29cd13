/**
 * Four-eyes principle: one person proposes a command by sending it, another confirms it. A change takes effect after a wait, so that all
 * others can see it; until then, anyone with the right can cancel it.
 */
import { actorId } from '../actor';
import type { Command } from '../command';
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { broken, reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import { serializeCommand } from './act';
import { refuseAboveDailyMax } from './manual-moves';
import type { ApplyStaff, ConfirmStaff, DeclineStaff, ExpireStaff } from './commands';
import { rightToConfirm, type RightOf } from './rights';
import { OPERATOR, STAFF_KINDS, type TwoPersonApproval } from './rule';
import { isBeforeFirstDeposit, isSamePerson, hasActiveRight, refuseSecondApprover } from './eligibility';
import type { Proposal } from './state';

/** Maximum proposals awaiting confirmation or their time. */
export const PROPOSALS_MAX = 200;
/** Reserved for proposals that restore something or change staff. */
export const RESERVED_PROPOSALS = 50;
/** Maximum unconfirmed proposals per person. */
export const OPEN_PER_PERSON_MAX = 10;

/** Replaces the command's own events. A newer proposal replaces an older one of the same person about the same subject. */
export function decidePropose(
  view: CoreView,
  command: Command,
  approval: TwoPersonApproval,
  { actor, at }: Context,
): Decision {
  const by = actorId(actor) ?? broken('only people propose');
  const { staff } = view;
  const { kind, subject, user, neither = [], worth, before, after } = approval;
  if ([...neither, ...(user === null ? [] : [user])].some((one) => isSamePerson(view, by, one)))
    return reject('approval.needs.another');
  const limitRefusal = worth === undefined ? null : refuseAboveDailyMax(view, by, worth, at);
  if (limitRefusal) return limitRefusal;
  const act = serializeCommand(command);
  for (const open of staff.proposals.values()) {
    if (open.act === act) return reject('proposal.already.open', { proposal: open.id });
  }
  const ownProposals = [...staff.proposals.values()].filter(
    (one) => one.from === null && isSamePerson(view, one.by, by),
  );
  const replaced = ownProposals.filter((one) => one.subject === subject);
  const countRefusal =
    replaced.length > 0
      ? null
      : refuseTooManyProposals(view, kind === 'restore' || command.type === 'SetStaff', ownProposals.length);
  if (countRefusal) return countRefusal;
  return [
    {
      type: 'StaffProposed',
      proposal: staff.next,
      by,
      command: command.type,
      act,
      subject,
      user: user ?? undefined,
      waits: STAFF_KINDS[kind].waits ? 1 : 0,
      worth: worth ?? undefined,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      until: at + staff.rules.openMs,
    },
    ...replaced.map(({ id }): CoreEvent => ({ type: 'StaffLapsed', proposal: id, why: 'replaced' })),
  ];
}

function refuseTooManyProposals({ staff }: CoreView, hasKeptPlaces: boolean, ownCount: number): Rejection | null {
  const maximum = hasKeptPlaces ? PROPOSALS_MAX : PROPOSALS_MAX - RESERVED_PROPOSALS;
  // Break-glass proposals do not count towards the maximum.
  const openCount = [...staff.proposals.values()].filter(({ by }) => by !== OPERATOR).length;
  if (openCount >= maximum) return reject('proposals.too.many', { maximum });
  return ownCount < OPEN_PER_PERSON_MAX ? null : reject('proposals.too.many', { maximum: OPEN_PER_PERSON_MAX });
}

type ProposalView = Readonly<Proposal>;

/** If the proposal takes effect at once, the core appends its own events after `StaffApplied`. */
export function decideConfirmStaff(
  view: CoreView,
  { proposal: id }: ConfirmStaff,
  { actor, at }: Context,
  rightOf: RightOf,
): Decision {
  const by = actorId(actor) ?? broken('only people confirm');
  const proposal = view.staff.proposals.get(id);
  if (!proposal) return reject('proposal.not.found');
  if (proposal.from !== null) return reject('proposal.state.invalid');
  const refusal = refuseConfirming(view, proposal, by, at, rightOf);
  if (refusal) return refusal;
  const isAtOnce = !proposal.waits || isBeforeFirstDeposit(view);
  const from = isAtOnce ? at : at + view.staff.rules.waitMs;
  const events: CoreEvent[] = [{ type: 'StaffConfirmed', proposal: id, by, from }];
  if (from <= at) events.push({ type: 'StaffApplied', proposal: id, by: proposal.by });
  return events;
}

function refuseConfirming(
  view: CoreView,
  proposal: ProposalView,
  by: number,
  at: number,
  rightOf: RightOf,
): Rejection | null {
  if (!hasRightFor(view, proposal, by, rightOf)) return reject('command.not.permitted');
  const { user } = proposal;
  const refusal = refuseSecondApprover(view, user === null ? [proposal.by] : [proposal.by, user], by, at);
  if (refusal) return refusal;
  const limitRefusal = proposal.worth === null ? null : refuseAboveDailyMax(view, by, proposal.worth, at);
  if (limitRefusal) return limitRefusal;
  // The proposer must still have the right.
  return mayStillConfirm(view, proposal, proposal.by, rightOf) ? null : reject('proposal.state.invalid');
}

/** Checked again, because the proposal may concern them by now: a document may have verified both accounts. */
function mayStillConfirm(view: CoreView, proposal: ProposalView, by: number, rightOf: RightOf): boolean {
  const { user } = proposal;
  return hasRightFor(view, proposal, by, rightOf) && (user === null || !isSamePerson(view, by, user));
}

/** Whether they have the right that the proposal needs. */
function hasRightFor(view: CoreView, { command }: ProposalView, by: number, rightOf: RightOf): boolean {
  return hasActiveRight(view, by, rightToConfirm(rightOf, command));
}

export function decideDeclineStaff(
  view: CoreView,
  { proposal: id, reason }: DeclineStaff,
  { actor }: Context,
  rightOf: RightOf,
): Decision {
  const by = actorId(actor) ?? broken('only people decline');
  const proposal = view.staff.proposals.get(id);
  if (!proposal) return reject('proposal.not.found');
  if (!hasRightFor(view, proposal, by, rightOf)) return reject('command.not.permitted');
  // Staff cannot cancel their own freeze. They can cancel the loss of their rights; otherwise two of three could dismiss the third.
  const isFrozenByIt = proposal.command === 'FreezeAccount' && isSamePerson(view, proposal.user ?? 0, by);
  // A proposal to contradict break-glass is withdrawn only by its proposer; opponents leave it unconfirmed.
  const isContradiction = proposal.command === 'DeclineStaff' && !isSamePerson(view, proposal.by, by);
  // The person who stopped something alone does not cancel a proposal of others to lift the stop.
  const isTheirBrake =
    !proposal.waits &&
    [...view.staff.acts.values()].some(
      (act) => act.subject === proposal.subject && act.ended === null && isSamePerson(view, act.by, by),
    );
  if (isFrozenByIt || isContradiction || isTheirBrake) return reject('approval.needs.another');
  return [{ type: 'StaffDeclined', proposal: id, by, reason }];
}

/**
 * A rejected application ends the proposal: one of the two persons has lost the right or turned out to be the other.
 */
export function decideApplyStaff(view: CoreView, { proposal: id }: ApplyStaff, _: Context, rightOf: RightOf): Decision {
  const proposal = view.staff.proposals.get(id) ?? broken(`proposal ${id} is unknown`);
  const { by, confirmedBy } = proposal;
  if (by === OPERATOR) return [{ type: 'StaffApplied', proposal: id, by }];
  const areTwo = confirmedBy !== null && !isSamePerson(view, by, confirmedBy);
  const isStillValid = areTwo && [by, confirmedBy].every((one) => mayStillConfirm(view, proposal, one, rightOf));
  return isStillValid ? [{ type: 'StaffApplied', proposal: id, by }] : reject('proposal.state.invalid');
}

export function decideExpireStaff(_view: CoreView, { proposal }: ExpireStaff): Decision {
  return [{ type: 'StaffLapsed', proposal, why: 'expired' }];
}
