/**
 * What takes two: one proposes it by sending it, another confirms it. A change takes effect some time after, so that all others see
 * it coming; whoever still may calls it off until then.
 */
import { actorId } from '../actor';
import type { Command } from '../command';
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { broken, reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import { actOf } from './act';
import { refuseAboveDay } from './by-hand';
import type { ApplyStaff, ConfirmStaff, DeclineStaff, ExpireStaff } from './commands';
import { rightToSecond } from './rights';
import { OPERATOR, STAFF_KINDS, type TakesTwo } from './rule';
import { isBeingSetUp, isOnePerson, mayAct, refuseSecond } from './standing';
import type { Proposal } from './state';

/** That wait for somebody or for their time. */
export const PROPOSALS_MAX = 200;
/** Of them for what restores, and for who is staff: nobody else fills these. */
export const PLACES_KEPT = 50;
/** That nobody has confirmed, of one person. */
export const OPEN_OF_ONE_MAX = 10;

/** In place of what a command would lead to. A newer one about the same replaces the older of the same person. */
export function decidePropose(view: CoreView, command: Command, takes: TakesTwo, { actor, at }: Context): Decision {
  const by = actorId(actor) ?? broken('only people propose');
  const { staff } = view;
  const { kind, subject, user, neither = [], worth, before, after } = takes;
  if ([...neither, ...(user === null ? [] : [user])].some((one) => isOnePerson(view, by, one)))
    return reject('approval.needs.another');
  const tooMuch = worth === undefined ? null : refuseAboveDay(view, by, worth, at);
  if (tooMuch) return tooMuch;
  const act = actOf(command);
  for (const open of staff.proposals.values()) {
    if (open.act === act) return reject('proposal.already.open', { proposal: open.id });
  }
  const own = [...staff.proposals.values()].filter((one) => one.from === null && isOnePerson(view, one.by, by));
  const replaced = own.filter((one) => one.subject === subject);
  const full =
    replaced.length > 0 ? null : refuseMore(view, kind === 'restore' || command.type === 'SetStaff', own.length);
  if (full) return full;
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

function refuseMore({ staff }: CoreView, hasKeptPlaces: boolean, own: number): Rejection | null {
  const maximum = hasKeptPlaces ? PROPOSALS_MAX : PROPOSALS_MAX - PLACES_KEPT;
  // Break-glass takes nobody's place.
  const open = [...staff.proposals.values()].filter(({ by }) => by !== OPERATOR).length;
  if (open >= maximum) return reject('proposals.too.many', { maximum });
  return own < OPEN_OF_ONE_MAX ? null : reject('proposals.too.many', { maximum: OPEN_OF_ONE_MAX });
}

type ProposalView = Readonly<Proposal>;

/** What takes effect then and there is followed by its own events, which the core adds behind `StaffApplied`. */
export function decideConfirmStaff(view: CoreView, { proposal: id }: ConfirmStaff, { actor, at }: Context): Decision {
  const by = actorId(actor) ?? broken('only people confirm');
  const proposal = view.staff.proposals.get(id);
  if (!proposal) return reject('proposal.not.found');
  if (proposal.from !== null) return reject('proposal.state.invalid');
  const refusal = refuseConfirming(view, proposal, by, at);
  if (refusal) return refusal;
  const isAtOnce = !proposal.waits || isBeingSetUp(view);
  const from = isAtOnce ? at : at + view.staff.rules.waitMs;
  const events: CoreEvent[] = [{ type: 'StaffConfirmed', proposal: id, by, from }];
  if (from <= at) events.push({ type: 'StaffApplied', proposal: id, by: proposal.by });
  return events;
}

function refuseConfirming(view: CoreView, proposal: ProposalView, by: number, at: number): Rejection | null {
  if (!isTheirs(view, proposal, by)) return reject('command.not.permitted');
  const { user } = proposal;
  const refusal = refuseSecond(view, user === null ? [proposal.by] : [proposal.by, user], by, at);
  if (refusal) return refusal;
  const tooMuch = proposal.worth === null ? null : refuseAboveDay(view, by, proposal.worth, at);
  if (tooMuch) return tooMuch;
  // Whoever proposed it may not do so any more.
  return stillMay(view, proposal, proposal.by) ? null : reject('proposal.state.invalid');
}

/** That it concerns them may have become known since: a document certified both accounts. */
function stillMay(view: CoreView, proposal: ProposalView, by: number): boolean {
  const { user } = proposal;
  return isTheirs(view, proposal, by) && (user === null || !isOnePerson(view, by, user));
}

/** Whether they have the right that it asks for. */
function isTheirs(view: CoreView, { command }: ProposalView, by: number): boolean {
  return mayAct(view, by, rightToSecond(command));
}

export function decideDeclineStaff(
  view: CoreView,
  { proposal: id, reason }: DeclineStaff,
  { actor }: Context,
): Decision {
  const by = actorId(actor) ?? broken('only people decline');
  const proposal = view.staff.proposals.get(id);
  if (!proposal) return reject('proposal.not.found');
  if (!isTheirs(view, proposal, by)) return reject('command.not.permitted');
  // Nobody calls off a freeze of themselves. That their rights are taken they may: two of three would dismiss the third.
  const isFrozenByIt = proposal.command === 'FreezeAccount' && isOnePerson(view, proposal.user ?? 0, by);
  // Who is against contradicting break-glass does not confirm it.
  const isContradiction = proposal.command === 'DeclineStaff' && !isOnePerson(view, proposal.by, by);
  // Who stopped something alone does not call off that two lift it.
  const isTheirBrake =
    !proposal.waits &&
    [...view.staff.acts.values()].some(
      (act) => act.subject === proposal.subject && act.ended === null && isOnePerson(view, act.by, by),
    );
  if (isFrozenByIt || isContradiction || isTheirBrake) return reject('approval.needs.another');
  return [{ type: 'StaffDeclined', proposal: id, by, reason }];
}

/** Refused, it lapses: then one of the two is no longer who they were. */
export function decideApplyStaff(view: CoreView, { proposal: id }: ApplyStaff): Decision {
  const proposal = view.staff.proposals.get(id) ?? broken(`proposal ${id} is unknown`);
  const { by, confirmedBy } = proposal;
  if (by === OPERATOR) return [{ type: 'StaffApplied', proposal: id, by }];
  const areTwo = confirmedBy !== null && !isOnePerson(view, by, confirmedBy);
  const stand = areTwo && [by, confirmedBy].every((one) => stillMay(view, proposal, one));
  return stand ? [{ type: 'StaffApplied', proposal: id, by }] : reject('proposal.state.invalid');
}

export function decideExpireStaff(_view: CoreView, { proposal }: ExpireStaff): Decision {
  return [{ type: 'StaffLapsed', proposal, why: 'expired' }];
}
