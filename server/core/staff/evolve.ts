/** Applies events to the state of staff. */
import type { Batch } from '../event';
import { getOrThrow, noteHighestUser } from '../evolve-helpers';
import { rank, unrank } from '../indexes/ranked-ids';
import type { CoreState } from '../state';
import { parseCommand } from './act';
import type { RestoreStaff } from './commands';
import type {
  StaffActed,
  StaffActKept,
  StaffActUndone,
  StaffApplied,
  StaffConfirmed,
  StaffDeclined,
  StaffLapsed,
  StaffNamed,
  StaffProposed,
  StaffRulesSet,
} from './events';
import {
  DEFAULT_RULES,
  type SinglePersonAct,
  type ManualMove,
  type Proposal,
  type Restore,
  type StaffState,
} from './state';

const DAY_MS = 86_400_000;
/** Acts are kept for two days: a tightening lapses after one, and the same person may not repeat it for another day. */
export const ACTS_KEPT_MS = 2 * DAY_MS;
/** Maximum number of stored break-glass requests. */
export const RESTORES_MAX = 100;

/** Live views apply the same rules to people and proposals. */
type StaffSlice = Pick<CoreState, 'staff'>;

export function setRules({ staff }: StaffSlice, { type: _, ...rules }: StaffRulesSet): void {
  staff.rules = { ...DEFAULT_RULES, ...rules };
}

export function setPerson({ staff }: StaffSlice, event: StaffNamed): void {
  const { user, role, rights, approvesFrom, first, until = null, scope = null } = event;
  if (first === 1) staff.first++;
  if (role === 'user') staff.people.delete(user);
  else staff.people.set(user, { role, rights: parseRights(rights), approvesFrom, until, scope });
}

export function setStaffMember(state: CoreState, event: StaffNamed): void {
  setPerson(state, event);
  noteHighestUser(state, event.user);
}

export function parseRights(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

export function propose({ staff }: StaffSlice, event: StaffProposed, { at }: Pick<Batch, 'at'>): void {
  const { proposal: id, type: _, subject = null, user = null, worth = null, waits, ...fields } = event;
  const proposal = { id, ...fields, subject, user, worth, waits: waits === 1, at, confirmedBy: null, from: null };
  staff.proposals.set(id, proposal);
  staff.next = id + 1;
  if (worth !== null) noteManualMove(staff.byHand, { at, by: event.by, worth });
  scheduleProposal(staff, proposal);
  if (event.command === 'RestoreStaff') noteRestore(staff, event, at);
}

function noteRestore({ restores }: StaffState, { proposal, act, until: from }: StaffProposed, at: number): void {
  const { user, request } = parseCommand(act) as RestoreStaff;
  for (const [old, { end }] of restores) if (restores.size >= RESTORES_MAX && end !== null) restores.delete(old);
  restores.set(proposal, { user, request, at, from, end: null });
}

export function confirm(
  { staff }: StaffSlice,
  { proposal: id, by, from }: StaffConfirmed,
  { at }: Pick<Batch, 'at'>,
): void {
  const proposal = getOrThrow(staff.proposals, id);
  proposal.confirmedBy = by;
  proposal.from = from;
  const { worth } = proposal;
  if (worth !== null) noteManualMove(staff.byHand, { at, by, worth });
  scheduleProposal(staff, proposal);
}

export function endProposal({ staff }: StaffSlice, event: StaffApplied | StaffDeclined | StaffLapsed): void {
  const { proposal } = event;
  getOrThrow(staff.proposals, proposal);
  staff.proposals.delete(proposal);
  unrank(staff.due, proposal);
  const restore = staff.restores.get(proposal);
  if (restore) restore.end = endOf(event);
}

function endOf(event: StaffApplied | StaffDeclined | StaffLapsed): Restore['end'] {
  if (event.type === 'StaffLapsed') return event.why;
  return event.type === 'StaffApplied' ? 'restored' : 'contradicted';
}

/** A proposal replaces earlier acts of one person on the same subject, so that their undo cannot revert it. */
export function applyProposal(slice: StaffSlice, event: StaffApplied): void {
  const { subject } = getOrThrow(slice.staff.proposals, event.proposal);
  if (subject !== null) replaceActs(slice.staff, subject);
  endProposal(slice, event);
}

/** Cancels the automatic undo of all acts on the subject. */
export function replaceActs(staff: StaffState, subject: string): void {
  for (const act of staff.acts.values())
    if (act.subject === subject && act.ended === null) endAct(staff, act, 'replaced');
}

export function noteAct({ staff }: StaffSlice, event: StaffActed, { at }: Pick<Batch, 'at'>): void {
  const { act: id, type: _, until = null, undo = null, ...fields } = event;
  replaceActs(staff, fields.subject);
  for (const [old, { at: then, until: open }] of staff.acts) {
    if (open === null && then <= at - ACTS_KEPT_MS) staff.acts.delete(old);
  }
  const act = { id, ...fields, at, until, undo, ended: null };
  staff.acts.set(id, act);
  staff.nextAct = id + 1;
  noteUndoDue(staff, act);
}

export function keepAct({ staff }: StaffSlice, { act }: StaffActKept): void {
  endAct(staff, getOrThrow(staff.acts, act), null);
}

export function undoAct({ staff }: StaffSlice, { act }: StaffActUndone): void {
  endAct(staff, getOrThrow(staff.acts, act), 'lapsed');
}

/** The act on a subject that may still lapse. */
export function openAct<A extends Readonly<SinglePersonAct>>(
  { acts }: { readonly acts: ReadonlyMap<number, A> },
  subject: string,
): A | null {
  for (const act of acts.values()) if (act.until !== null && act.subject === subject) return act;
  return null;
}

function endAct(staff: StaffState, act: SinglePersonAct, outcome: SinglePersonAct['ended']): void {
  act.ended = outcome;
  act.until = null;
  act.undo = null;
  unrank(staff.undoDue, act.id);
}

export function noteUndoDue({ undoDue }: StaffState, { id, until }: Readonly<SinglePersonAct>): void {
  if (until !== null) rank(undoDue, id, until);
}

export function scheduleProposal({ due }: StaffState, { id, until, from }: Proposal): void {
  unrank(due, id);
  rank(due, id, from ?? until);
}

/** Drops entries older than a day. */
function noteManualMove(byHand: ManualMove[], one: ManualMove): void {
  while (byHand.length > 0 && byHand[0].at <= one.at - DAY_MS) byHand.shift();
  byHand.push(one);
}
