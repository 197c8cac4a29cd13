/** What one person does alone and at once: it ends by itself, unless another keeps it, and they do not repeat it within a day. */
import { actorId } from '../actor';
import type { Command } from '../command';
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { broken, reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import { actOf } from './act';
import type { KeepStaffAct, UndoStaffAct } from './commands';
import { openAct } from './evolve';
import { rightFor } from './rights';
import { STAFF_KINDS, type Braking } from './rule';
import { isOnePerson, mayAct, refuseSecond } from './standing';
import type { ActOfOne } from './state';

const DAY_MS = 86_400_000;

/** Behind what the command leads to, what was done alone. */
export function decideActing(
  view: CoreView,
  command: Command,
  { kind, subject, undo, repeats = false }: Braking,
  events: readonly CoreEvent[],
  { actor, at }: Context,
): Decision {
  const by = actorId(actor) ?? broken('only people act');
  const again = kind === 'brake' && !repeats ? refuseAgain(view, by, subject, at) : null;
  if (again) return again;
  // What was done to it before, and may still end, ends with this at the former's time: nobody alone makes it last.
  const former = openAct(view.staff, subject);
  const act = view.staff.nextAct;
  const lapses = former
    ? { until: former.until ?? undefined, undo: former.undo ?? undefined }
    : undo && { until: at + STAFF_KINDS[kind].lapsesMs, undo: actOf(undo) };
  return [...events, { type: 'StaffActed', act, by, kind, command: command.type, subject, ...lapses }];
}

function refuseAgain(view: CoreView, by: number, subject: string, at: number): Rejection | null {
  for (const act of view.staff.acts.values()) {
    const isSame = act.kind === 'brake' && act.subject === subject && isOnePerson(view, act.by, by);
    if (isSame && act.at > at - DAY_MS) return reject('staff.act.again', { from: act.at + DAY_MS });
  }
  return null;
}

export function decideKeepStaffAct(view: CoreView, { act: id }: KeepStaffAct, { actor, at }: Context): Decision {
  const by = actorId(actor) ?? broken('only people keep');
  const act = openOne(view, id);
  if (!act) return reject('staff.act.not.found');
  const right = rightFor(act.command);
  if (right === null || !mayAct(view, by, right)) return reject('command.not.permitted');
  return refuseSecond(view, [act.by], by, at) ?? [{ type: 'StaffActKept', act: id, by }];
}

/** What undoes it stands behind it, where that is still possible. */
export function decideUndoStaffAct(view: CoreView, { act: id }: UndoStaffAct): Decision {
  return openOne(view, id) ? [{ type: 'StaffActUndone', act: id }] : reject('staff.act.not.found');
}

function openOne({ staff }: CoreView, id: number): Readonly<ActOfOne> | null {
  const act = staff.acts.get(id);
  return act && act.until !== null ? act : null;
}
