/** What events do to what is kept of staff. */
import type { Batch } from '../event';
import { known, nameUser } from '../folding';
import { rank, unrank } from '../indexes/ranked';
import type { CoreState } from '../state';
import { commandOf } from './act';
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
import { DEFAULT_RULES, type ActOfOne, type MovedByHand, type Proposal, type Restore, type StaffState } from './state';

const DAY_MS = 86_400_000;
/** Acts are kept for two days: a tightening lapses after one, and the same person may not repeat it for another. */
export const ACTS_KEPT_MS = 2 * DAY_MS;
/** Kept of break-glass requests. */
export const RESTORES_MAX = 100;

/** Live views keep people and proposals by the same rules. */
type StaffOnly = Pick<CoreState, 'staff'>;

export function setRules({ staff }: StaffOnly, { type: _, ...rules }: StaffRulesSet): void {
  staff.rules = { ...DEFAULT_RULES, ...rules };
}

export function namePerson({ staff }: StaffOnly, event: StaffNamed): void {
  const { user, role, rights, approvesFrom, first, until = null, scope = null } = event;
  if (first === 1) staff.first++;
  if (role === 'user') staff.people.delete(user);
  else staff.people.set(user, { role, rights: rightsIn(rights), approvesFrom, until, scope });
}

export function nameInState(state: CoreState, event: StaffNamed): void {
  namePerson(state, event);
  nameUser(state, event.user);
}

export function rightsIn(words: string): string[] {
  return words === '' ? [] : words.split(' ');
}

export function propose({ staff }: StaffOnly, event: StaffProposed, { at }: Pick<Batch, 'at'>): void {
  const { proposal: id, type: _, subject = null, user = null, worth = null, waits, ...facts } = event;
  const proposal = { id, ...facts, subject, user, worth, waits: waits === 1, at, confirmedBy: null, from: null };
  staff.proposals.set(id, proposal);
  staff.next = id + 1;
  if (worth !== null) noteByHand(staff.byHand, { at, by: event.by, worth });
  noteDue(staff, proposal);
  if (event.command === 'RestoreStaff') noteRestore(staff, event, at);
}

function noteRestore({ restores }: StaffState, { proposal, act, until: from }: StaffProposed, at: number): void {
  const { user, request } = commandOf(act) as RestoreStaff;
  for (const [old, { end }] of restores) if (restores.size >= RESTORES_MAX && end !== null) restores.delete(old);
  restores.set(proposal, { user, request, at, from, end: null });
}

export function confirm(
  { staff }: StaffOnly,
  { proposal: id, by, from }: StaffConfirmed,
  { at }: Pick<Batch, 'at'>,
): void {
  const proposal = known(staff.proposals, id);
  proposal.confirmedBy = by;
  proposal.from = from;
  const { worth } = proposal;
  if (worth !== null) noteByHand(staff.byHand, { at, by, worth });
  noteDue(staff, proposal);
}

export function endProposal({ staff }: StaffOnly, event: StaffApplied | StaffDeclined | StaffLapsed): void {
  const { proposal } = event;
  known(staff.proposals, proposal);
  staff.proposals.delete(proposal);
  unrank(staff.due, proposal);
  const restore = staff.restores.get(proposal);
  if (restore) restore.end = endOf(event);
}

function endOf(event: StaffApplied | StaffDeclined | StaffLapsed): Restore['end'] {
  if (event.type === 'StaffLapsed') return event.why;
  return event.type === 'StaffApplied' ? 'restored' : 'contradicted';
}

/** What two decided about a subject is not undone by what one did about it before. */
export function applyProposal(of: StaffOnly, event: StaffApplied): void {
  const { subject } = known(of.staff.proposals, event.proposal);
  if (subject !== null) replaceActs(of.staff, subject);
  endProposal(of, event);
}

/** None of those about the subject is undone by itself any more. */
export function replaceActs(staff: StaffState, subject: string): void {
  for (const act of staff.acts.values())
    if (act.subject === subject && act.ended === null) stand(staff, act, 'replaced');
}

export function noteAct({ staff }: StaffOnly, event: StaffActed, { at }: Pick<Batch, 'at'>): void {
  const { act: id, type: _, until = null, undo = null, ...facts } = event;
  replaceActs(staff, facts.subject);
  for (const [old, { at: then, until: open }] of staff.acts) {
    if (open === null && then <= at - ACTS_KEPT_MS) staff.acts.delete(old);
  }
  const act = { id, ...facts, at, until, undo, ended: null };
  staff.acts.set(id, act);
  staff.nextAct = id + 1;
  noteUndoDue(staff, act);
}

export function keepAct({ staff }: StaffOnly, { act }: StaffActKept): void {
  stand(staff, known(staff.acts, act), null);
}

export function undoAct({ staff }: StaffOnly, { act }: StaffActUndone): void {
  stand(staff, known(staff.acts, act), 'lapsed');
}

/** The act about a subject that may still end by itself. */
export function openAct<A extends Readonly<ActOfOne>>(
  { acts }: { readonly acts: ReadonlyMap<number, A> },
  subject: string,
): A | null {
  for (const act of acts.values()) if (act.until !== null && act.subject === subject) return act;
  return null;
}

function stand(staff: StaffState, act: ActOfOne, ended: ActOfOne['ended']): void {
  act.ended = ended;
  act.until = null;
  act.undo = null;
  unrank(staff.undoDue, act.id);
}

export function noteUndoDue({ undoDue }: StaffState, { id, until }: Readonly<ActOfOne>): void {
  if (until !== null) rank(undoDue, id, until);
}

export function noteDue({ due }: StaffState, { id, until, from }: Proposal): void {
  unrank(due, id);
  rank(due, id, from ?? until);
}

/** What is older than a day counts no more. */
function noteByHand(byHand: MovedByHand[], one: MovedByHand): void {
  while (byHand.length > 0 && byHand[0].at <= one.at - DAY_MS) byHand.shift();
  byHand.push(one);
}
