/**
 * Immediate acts of one person. An act expires unless a second person makes it permanent, and the same person cannot repeat it within a
 * day.
 */
import { actorId } from '../actor';
import type { Command } from '../command';
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { broken, reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import { serializeCommand } from './act';
import type { KeepStaffAct, UndoStaffAct } from './commands';
import { ACTS_KEPT_MS, openAct } from './evolve';
import type { RightOf } from './rights';
import { STAFF_KINDS, type ImmediateAct } from './rule';
import { isSamePerson, hasActiveRight, refuseSecondApprover } from './eligibility';
import type { SinglePersonAct } from './state';

/** Minimum time before the same person repeats a brake, or a tightening that was undone after its day. */
const AGAIN_MS = { brake: 86_400_000, tighten: ACTS_KEPT_MS } as const;

/** Appends the record of the act to the events of its command. */
export function withActRecord(
  view: CoreView,
  command: Command,
  { kind, subject, undo, repeats = false }: ImmediateAct,
  events: readonly CoreEvent[],
  { actor, at }: Context,
): Decision {
  const by = actorId(actor) ?? broken('only people act');
  const former = openAct(view.staff, subject);
  const isOwn = former !== null && isSamePerson(view, former.by, by);
  const repeatRefusal = repeats ? null : refuseRepeat(view, by, kind, subject, at);
  if (repeatRefusal) return repeatRefusal;
  // This act replaces an open one on the same subject and restores the state before both. An act of the same person
  // keeps the former end, or one person could prolong it forever. An act of another person has its own end, or the
  // former would cut it short.
  const until = former && isOwn ? (former.until ?? undefined) : at + STAFF_KINDS[kind].lapsesMs;
  const undoCommand = former?.undo ?? (undo && serializeCommand(undo));
  const act = view.staff.nextAct;
  const lapses = undoCommand === null ? {} : { until, undo: undoCommand };
  return [...events, { type: 'StaffActed', act, by, kind, command: command.type, subject, ...lapses }];
}

function refuseRepeat(
  view: CoreView,
  by: number,
  kind: ImmediateAct['kind'],
  subject: string,
  at: number,
): Rejection | null {
  for (const act of view.staff.acts.values()) {
    const isSame = act.kind === kind && act.subject === subject && isSamePerson(view, act.by, by);
    const from = act.at + AGAIN_MS[kind];
    if (isSame && at < from && (kind === 'brake' || act.ended === 'lapsed')) return reject('staff.act.again', { from });
  }
  return null;
}

export function decideKeepStaffAct(
  view: CoreView,
  { act: id }: KeepStaffAct,
  { actor, at }: Context,
  rightOf: RightOf,
): Decision {
  const by = actorId(actor) ?? broken('only people keep');
  const act = revertibleAct(view, id);
  if (!act) return reject('staff.act.not.found');
  const right = rightOf(act.command);
  if (right === null || !hasActiveRight(view, by, right)) return reject('command.not.permitted');
  return refuseSecondApprover(view, [act.by], by, at) ?? [{ type: 'StaffActKept', act: id, by }];
}

/** The core appends the undoing events where they are still valid. */
export function decideUndoStaffAct(view: CoreView, { act: id }: UndoStaffAct): Decision {
  return revertibleAct(view, id) ? [{ type: 'StaffActUndone', act: id }] : reject('staff.act.not.found');
}

function revertibleAct({ staff }: CoreView, id: number): Readonly<SinglePersonAct> | null {
  const act = staff.acts.get(id);
  return act && act.until !== null ? act : null;
}
