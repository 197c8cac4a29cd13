/**
 * What a command leads to: events, or a refusal. Reads the state and changes nothing; the same state and command give the
 * same answer for ever.
 */
import { actorId, capabilityOf, maySend, type Actor } from './actor';
import type { Command, FollowUp } from './command';
import type { Context, Decision } from './decision';
import type { CoreEvent } from './event';
import { known } from './folding';
import { beginFingerprint, fingerprint, mix, mixNumber } from './member/fingerprint';
import type { RememberedCommand } from './member/memory';
import type { Message } from './messages/message';
import type { Ahead, AnyCommandRow } from './product';
import { broken, isRejection, reject, type Rejection } from './rejection';
import { actOf, commandOf, isSameAct } from './staff/act';
import { decideActing } from './staff/decide-act';
import { decidePropose } from './staff/decide-proposal';
import { openAct } from './staff/evolve';
import { decideAskRestore } from './staff/restore';
import { OPERATOR } from './staff/rule';
import { isOnePerson, isStaff, refuseStaff } from './staff/standing';
import type { CoreView } from './state';

export interface Deciding {
  /** Decides one command against the state as it is. Never throws for bad input. */
  decide: (view: CoreView, command: Command, context: Context) => Decision;
  /** What has to be paid ahead of a command that would lead to these events: it is decided anew then. */
  ahead: (view: CoreView, command: Command, events: readonly CoreEvent[]) => FollowUp[];
  /**
   * The last resort for what the state owes: whatever a follow-up would do cannot be one batch, so it is ended by events that
   * say so. Each kind is decided within the bounds of a batch; this keeps a mistake in one of them from stopping the exchange
   * at every start.
   */
  giveUp: (view: CoreView, command: FollowUp) => CoreEvent[];
  /** Fingerprint of a command's payload: equal payloads are equal whatever order their fields came in. */
  digestOf: (command: Command) => string;
}

type Digestible = string | number | bigint | readonly number[] | readonly Piece[] | undefined;
/** One of several that a command asks for at once. */
type Piece = Readonly<{ [field: string]: Digestible }>;

export function createDeciding(rows: Readonly<Record<string, AnyCommandRow>>, aheads: readonly Ahead[] = []): Deciding {
  const asked = new Map(Object.entries(rows).map(([type, { message }]) => [type, ['type', ...clientFields(message)]]));

  function decide(view: CoreView, command: Command, context: Context): Decision {
    const row = rows[command.type];
    const { actor } = context;
    if (!maySend(actor, command, row.senders, row.forOthers === true)) return reject('command.not.permitted');
    if (row.notByStaff && isStaff(view, actorId(actor) ?? 0)) return reject('staff.may.not.trade');
    if (capabilityOf(actor) === 'admin' && view.staff.told) return decideOfStaff(view, row, command, context);
    const decision = row.decide(view, command, context);
    if (command.type === 'RestoreStaff' && !isRejection(decision)) return decideAskRestore(view, command, context);
    return withAct(view, decision, context);
  }

  /** What takes two is proposed: it happened if another confirmed it now. What one does alone is noted. */
  function decideOfStaff(view: CoreView, row: AnyCommandRow, command: Command, context: Context): Decision {
    const refusal = refuseStaff(view, context.actor, command.type);
    if (refusal) return refusal;
    const decision = withAct(view, row.decide(view, command, context), context);
    if (isRejection(decision)) return decision;
    const { takes: takesOf } = row.staff ?? broken(`${command.type} has no rule for staff`);
    const takes = takesOf(view, command, context);
    switch (takes.kind) {
      case 'case':
        return decision;
      case 'brake':
      case 'tighten':
        return decideActing(view, command, takes, decision, context);
      case 'money':
      case 'restore':
      case 'change':
        return decidePropose(
          view,
          command,
          isPutBack(view, command, takes.subject) ? { ...takes, kind: 'restore' } : takes,
          context,
        );
    }
  }

  /** Two put back at once what one tightened or stopped. */
  function isPutBack({ staff }: CoreView, command: Command, subject: string): boolean {
    const undo = openAct(staff, subject)?.undo ?? null;
    return undo !== null && isSameAct(undo, actOf(command));
  }

  /** Behind the word that a proposal takes effect comes what it leads to, as if who proposed it had sent it now. */
  function withAct(view: CoreView, decision: Decision, context: Context): Decision {
    if (isRejection(decision)) return decision;
    const last = decision[decision.length - 1];
    if (last.type === 'StaffActUndone') return withUndoing(view, decision, last.act, context);
    if (last.type !== 'StaffApplied' && last.type !== 'StaffConfirmed') return decision;
    const { act, by, before, confirmedBy, worth, waits } = known(view.staff.proposals, last.proposal);
    const command = commandOf(act);
    const isOperators = by === OPERATOR;
    const actor: Actor = isOperators ? 'operator' : `admin/${by}`;
    const row = rows[command.type];
    if (!maySend(actor, command, row.senders, row.forOthers === true)) return reject('command.not.permitted');
    const events = row.decide(view, command, { ...context, actor });
    const isApplied = last.type === 'StaffApplied';
    // Confirmed, what is not possible now may be so when its time comes.
    if (isRejection(events)) return isApplied ? events : decision;
    // Break-glass does not compare the state before.
    if (isOperators) return isApplied ? [...decision, ...events] : decision;
    // Refused when the subject has changed since it was proposed.
    const takes = row.staff?.takes(view, command, { ...context, actor });
    if (!takes || !('before' in takes) || JSON.stringify(takes.before) !== before)
      return reject('proposal.state.invalid');
    // A second person has kept the act meanwhile: putting it back is a change now, which waits.
    const isUnwaited = takes.kind === 'change' && !waits && !isPutBack(view, command, takes.subject);
    if (isUnwaited) return reject('proposal.state.invalid');
    // Proposed during the set-up, when it was not counted against the daily maximum.
    if (takes.worth !== undefined && worth === null) return reject('proposal.state.invalid');
    const two = [by, confirmedBy ?? actorId(context.actor) ?? by];
    const isOneOfThem = takes.neither?.some((one) => two.some((other) => isOnePerson(view, one, other)));
    if (isOneOfThem) return reject('approval.needs.another');
    return isApplied ? [...decision, ...events] : decision;
  }

  /** What is no longer possible stays undone: its subject is gone, or others have changed it since. */
  function withUndoing(view: CoreView, decision: CoreEvent[], act: number, context: Context): CoreEvent[] {
    const { undo } = known(view.staff.acts, act);
    if (undo === null) return decision;
    const command = commandOf(undo);
    const events = rows[command.type].decide(view, command, context);
    return isRejection(events) ? decision : [...decision, ...events];
  }

  function ahead(view: CoreView, command: Command, events: readonly CoreEvent[]): FollowUp[] {
    let owed: FollowUp[] = [];
    for (const one of aheads) {
      const found = one(view, command, events);
      if (found.length > 0) owed = [...owed, ...found];
    }
    return owed;
  }

  function giveUp(view: CoreView, command: FollowUp): CoreEvent[] {
    const ending = rows[command.type].giveUp ?? broken(`${command.type} is owed and has no end`);
    return ending(view, command);
  }

  function digestOf(command: Command): string {
    const fields = command as unknown as Readonly<Record<string, Digestible>>;
    beginFingerprint();
    for (const key of asked.get(command.type) as string[]) {
      const value = fields[key];
      if (value === undefined) continue;
      mix(key);
      mixValue(value);
    }
    return fingerprint();
  }

  return { decide, ahead, giveUp, digestOf };
}

function clientFields({ fields }: Message): string[] {
  return Object.keys(fields).filter((name) => !fields[name].isServer);
}

function mixValue(value: Exclude<Digestible, undefined>): void {
  if (typeof value === 'number') mixNumber(value);
  else if (isPieces(value)) for (const piece of value) mixPiece(piece);
  else mix(String(value));
}

function isPieces(value: Digestible): value is readonly Piece[] {
  return typeof value === 'object' && typeof value[0] === 'object';
}

/** Its fields in the order of their names: how many they are says where the next piece begins. */
function mixPiece(piece: Piece): void {
  const fields = Object.keys(piece).filter((field) => piece[field] !== undefined);
  mixNumber(fields.length);
  for (const field of fields.sort()) {
    mix(field);
    mixValue(piece[field] as Exclude<Digestible, undefined>);
  }
}

/** What a repeated client id means: nothing known, the first outcome again, or a reuse for something else. */
export function recognise(
  view: CoreView,
  actor: Actor,
  clientId: string,
  digest: string,
): RememberedCommand | Rejection | null {
  const owner = actorId(actor);
  if (owner === null) return null;
  const known = view.memories.find(owner, clientId) ?? view.lasting.find(owner, clientId);
  if (!known) return null;
  return known.digest === digest ? known : reject('client.id.reused');
}
