/** What events do to what is kept of staff. */
import type { Batch } from '../event';
import { known, nameUser } from '../folding';
import { rank, unrank } from '../ranked';
import type { CoreState } from '../state';
import type { StaffConfirmed, StaffNamed, StaffProposed, StaffRulesSet } from './events';
import type { MovedByHand, Proposal, StaffState } from './state';

const DAY_MS = 86_400_000;

/** Live views keep people and proposals by the same rules. */
type StaffOnly = Pick<CoreState, 'staff'>;

export function setRules({ staff }: StaffOnly, { type: _, ...rules }: StaffRulesSet): void {
  staff.rules = rules;
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
  const { proposal: id, type: _, user = null, worth = null, waits, ...facts } = event;
  const proposal = { id, ...facts, user, worth, waits: waits === 1, at, confirmedBy: null, from: null };
  staff.proposals.set(id, proposal);
  staff.next = id + 1;
  if (worth !== null) noteByHand(staff.byHand, { at, by: event.by, worth });
  noteDue(staff, proposal);
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

export function endProposal({ staff }: StaffOnly, { proposal }: { proposal: number }): void {
  known(staff.proposals, proposal);
  staff.proposals.delete(proposal);
  unrank(staff.due, proposal);
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
