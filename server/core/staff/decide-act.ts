/** What one person does alone and at once: it ends by itself, unless another keeps it, and they do not repeat it within a day. */
import { actorId } from '../actor';
import type { Command } from '../command';
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { broken, reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import { actOf } from './act';
import type { KeepStaffAct, UndoStaffAct } from './commands';
import { ACTS_KEPT_MS, openAct } from './evolve';
import { rightFor } from './rights';
import { STAFF_KINDS, type Braking } from './rule';
import { isOnePerson, mayAct, refuseSecond } from './standing';
import type { ActOfOne } from './state';

/** Before the same person repeats a brake, or a tightening that was undone after its day. */
const AGAIN_MS = { brake: 86_400_000, tighten: ACTS_KEPT_MS } as const;

/** Behind what the command leads to, what was done alone. */
export function decideActing(
  view: CoreView,
  command: Command,
  { kind, subject, undo, repeats = false }: Braking,
  events: readonly CoreEvent[],
  { actor, at }: Context,
): Decision {
  const by = actorId(actor) ?? broken('only people act');
  const former = openAct(view.staff, subject);
  const isOwn = former !== null && isOnePerson(view, former.by, by);
  const again = repeats ? null : refuseAgain(view, by, kind, subject, at);
  if (again) return again;
  // This act takes the place of an open one on the same subject and gives back the state before both. By the same person it keeps
  // the former end, else one person could prolong it for ever. By another it has its own end, else the former would cut it short.
  const until = former && isOwn ? (former.until ?? undefined) : at + STAFF_KINDS[kind].lapsesMs;
  const back = former?.undo ?? (undo && actOf(undo));
  const act = view.staff.nextAct;
  const lapses = back === null ? {} : { until, undo: back };
  return [...events, { type: 'StaffActed', act, by, kind, command: command.type, subject, ...lapses }];
}

function refuseAgain(view: CoreView, by: number, kind: Braking['kind'], subject: string, at: number): Rejection | null {
  for (const act of view.staff.acts.values()) {
    const isSame = act.kind === kind && act.subject === subject && isOnePerson(view, act.by, by);
    const from = act.at + AGAIN_MS[kind];
    if (isSame && at < from && (kind === 'brake' || act.ended === 'lapsed')) return reject('staff.act.again', { from });
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
