/**
 * Turns a command into events or a rejection. Reads the state without changing it; deterministic for the same state and command.
 */
import { actorId, capabilityOf, maySend, type Actor } from './actor';
import type { Command, FollowUp } from './command';
import type { Context, Decision } from './decision';
import type { CoreEvent } from './event';
import { getOrThrow } from './evolve-helpers';
import { beginFingerprint, fingerprint, mix, mixNumber } from './member/fingerprint';
import type { RememberedCommand } from './member/memory';
import type { Message } from './messages/message';
import type { Prerequisites, AnyCommandRow } from './product';
import { broken, isRejection, reject, type Rejection } from './rejection';
import { serializeCommand, parseCommand, isSameAct } from './staff/act';
import { withActRecord } from './staff/decide-act';
import { decidePropose } from './staff/decide-proposal';
import { openAct } from './staff/evolve';
import { decideAskRestore } from './staff/restore';
import { createRightOf, type RightOf } from './staff/rights';
import { OPERATOR } from './staff/rule';
import { isSamePerson, isStaff, refuseStaff } from './staff/eligibility';
import type { CoreView } from './state';

export interface Decider {
  /** Decides one command against the present state. Never throws for bad input. */
  decide: (view: CoreView, command: Command, context: Context) => Decision;
  /** Returns the follow-ups to apply before a command with these events; the command is then decided again. */
  prerequisites: (view: CoreView, command: Command, events: readonly CoreEvent[]) => FollowUp[];
  /**
   * The last resort for a due item of the core: if all events of a follow-up exceed one batch, these events end it. Each kind is decided within
   * the bounds of a batch; this fallback keeps a mistake in one of them from stopping the exchange at every start.
   */
  fallbackEvents: (view: CoreView, command: FollowUp) => CoreEvent[];
  /** Fingerprint of a command's payload, independent of the order of its fields. */
  digestOf: (command: Command) => string;
  /** Rights by command type, from the command rows. */
  rightOf: RightOf;
}

type Digestible = string | number | bigint | readonly number[] | readonly Piece[] | undefined;
/** One of several parts of a command. */
type Piece = Readonly<{ [field: string]: Digestible }>;

export function createDecider(
  rows: Readonly<Record<string, AnyCommandRow>>,
  aheads: readonly Prerequisites[] = [],
): Decider {
  const rightOf = createRightOf(rows);
  const digestFields = new Map(
    Object.entries(rows).map(([type, { message }]) => [type, ['type', ...clientFields(message)]]),
  );

  function decide(view: CoreView, command: Command, context: Context): Decision {
    const row = rows[command.type];
    const { actor } = context;
    if (!maySend(actor, command, row.allowedActors, row.beneficiaryForbidden === true))
      return reject('command.not.permitted');
    if (row.staffForbidden && isStaff(view, actorId(actor) ?? 0)) return reject('staff.may.not.trade');
    if (capabilityOf(actor) === 'admin' && view.staff.told) return decideOfStaff(view, row, command, context);
    const decision = row.decide(view, command, context, rightOf);
    if (command.type === 'RestoreStaff' && !isRejection(decision)) return decideAskRestore(view, command, context);
    return withAct(view, decision, context);
  }

  /** Turns a command that needs two persons into a proposal, unless a second person confirmed it now. Records acts of one person. */
  function decideOfStaff(view: CoreView, row: AnyCommandRow, command: Command, context: Context): Decision {
    const refusal = refuseStaff(view, context.actor, rightOf(command.type));
    if (refusal) return refusal;
    const decision = withAct(view, row.decide(view, command, context, rightOf), context);
    if (isRejection(decision)) return decision;
    const { requiredApproval: approvalOf } = row.staff ?? broken(`${command.type} has no rule for staff`);
    const approval = approvalOf(view, command, context);
    switch (approval.kind) {
      case 'case':
        return decision;
      case 'brake':
      case 'tighten':
        return withActRecord(view, command, approval, decision, context);
      case 'money':
      case 'restore':
      case 'change':
        return decidePropose(
          view,
          command,
          isPutBack(view, command, approval.subject) ? { ...approval, kind: 'restore' } : approval,
          context,
        );
    }
  }

  /** Two persons may immediately revert an act of one person. */
  function isPutBack({ staff }: CoreView, command: Command, subject: string): boolean {
    const undo = openAct(staff, subject)?.undo ?? null;
    return undo !== null && isSameAct(undo, serializeCommand(command));
  }

  /** If a proposal takes effect, appends the events of its command, as if its proposer sent it now. */
  function withAct(view: CoreView, decision: Decision, context: Context): Decision {
    if (isRejection(decision)) return decision;
    const last = decision[decision.length - 1];
    if (last.type === 'StaffActUndone') return withUndoing(view, decision, last.act, context);
    if (last.type !== 'StaffApplied' && last.type !== 'StaffConfirmed') return decision;
    const { act, by, before, confirmedBy, worth, waits } = getOrThrow(view.staff.proposals, last.proposal);
    const command = parseCommand(act);
    const isOperators = by === OPERATOR;
    const actor: Actor = isOperators ? 'operator' : `admin/${by}`;
    const row = rows[command.type];
    if (!maySend(actor, command, row.allowedActors, row.beneficiaryForbidden === true))
      return reject('command.not.permitted');
    const events = row.decide(view, command, { ...context, actor }, rightOf);
    const isApplied = last.type === 'StaffApplied';
    // A confirmed proposal with a wait may still become valid by the time it takes effect.
    if (isRejection(events)) return isApplied ? events : decision;
    // Break-glass commands skip the comparison with the state at the proposal.
    if (isOperators) return isApplied ? [...decision, ...events] : decision;
    // Rejects a proposal whose subject has changed since.
    const approval = row.staff?.requiredApproval(view, command, { ...context, actor });
    if (!approval || !('before' in approval) || JSON.stringify(approval.before) !== before)
      return reject('proposal.state.invalid');
    // A second person has made the act permanent since: reverting it is now a change with a wait.
    const isUnwaited = approval.kind === 'change' && !waits && !isPutBack(view, command, approval.subject);
    if (isUnwaited) return reject('proposal.state.invalid');
    // Proposals from the set-up phase were not counted against the daily maximum.
    if (approval.worth !== undefined && worth === null) return reject('proposal.state.invalid');
    const two = [by, confirmedBy ?? actorId(context.actor) ?? by];
    const isOneOfThem = approval.neither?.some((one) => two.some((other) => isSamePerson(view, one, other)));
    if (isOneOfThem) return reject('approval.needs.another');
    return isApplied ? [...decision, ...events] : decision;
  }

  /** Adds the events that undo the act, unless its subject is gone or others have changed it since. */
  function withUndoing(view: CoreView, decision: CoreEvent[], act: number, context: Context): CoreEvent[] {
    const { undo } = getOrThrow(view.staff.acts, act);
    if (undo === null) return decision;
    const command = parseCommand(undo);
    const events = rows[command.type].decide(view, command, context, rightOf);
    return isRejection(events) ? decision : [...decision, ...events];
  }

  function prerequisites(view: CoreView, command: Command, events: readonly CoreEvent[]): FollowUp[] {
    let followUps: FollowUp[] = [];
    for (const one of aheads) {
      const found = one(view, command, events);
      if (found.length > 0) followUps = [...followUps, ...found];
    }
    return followUps;
  }

  function fallbackEvents(view: CoreView, command: FollowUp): CoreEvent[] {
    const fallback = rows[command.type].fallbackEvents ?? broken(`${command.type} is owed and has no end`);
    return fallback(view, command);
  }

  function digestOf(command: Command): string {
    const fields = command as unknown as Readonly<Record<string, Digestible>>;
    beginFingerprint();
    for (const key of digestFields.get(command.type) as string[]) {
      const value = fields[key];
      if (value === undefined) continue;
      mix(key);
      mixValue(value);
    }
    return fingerprint();
  }

  return { decide, prerequisites, fallbackEvents, digestOf, rightOf };
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

/** Mixes the fields in order of their names; the number of fields marks the start of the next piece. */
function mixPiece(piece: Piece): void {
  const fields = Object.keys(piece).filter((field) => piece[field] !== undefined);
  mixNumber(fields.length);
  for (const field of fields.sort()) {
    mix(field);
    mixValue(piece[field] as Exclude<Digestible, undefined>);
  }
}

/** Classifies a client id: unknown, a retry that returns the first result, or reused for another command. */
export function findRepeatedCommand(
  view: CoreView,
  actor: Actor,
  clientId: string,
  digest: string,
): RememberedCommand | Rejection | null {
  const owner = actorId(actor);
  if (owner === null) return null;
  const remembered = view.memories.find(owner, clientId) ?? view.lasting.find(owner, clientId);
  if (!remembered) return null;
  return remembered.digest === digest ? remembered : reject('client.id.reused');
}
