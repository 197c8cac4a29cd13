/**
 * One command's way through the core, and the way of what the core owes. The sequencer and the replay of recorded flows share
 * it, so both do exactly the same.
 */
import { capabilityOf } from '../core/actor';
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../core/bounds';
import type { Actor, Command, FollowUp } from '../core/command';
import { type Core } from '../core/core';
import { EXCHANGE_CORE } from '../products/core';
import { recognise } from '../core/decide';
import { BATCH_VERSION, positionOf, type Batch, type CommandNote, type CoreEvent } from '../core/event';
import type { Debt, OwedNext } from '../core/product';
import { isByTime } from '../core/react';
import { isRejection, reject, type Rejection } from '../core/rejection';
import type { CoreState } from '../core/state';
import type { DraftBatch } from '../journal/port';
import type { CommandEnvelope, Outcome } from './port';

/** `,"prev":"` + 64 hex digits + `"}`: what the journal adds to a body. */
const CHAIN_BYTES = 74;
/** A UTF-16 unit takes at most three bytes in UTF-8. */
const UNIT_BYTES_MAX = 3;

/**
 * Follow-ups that go ahead of one command between two looks at the time. What a taker meets may be 190 accounts that have funding to settle, a
 * batch each: after so many of them the command waits, still before everything behind it, while what was decided is written and feeds are heard.
 */
export const AHEAD_MAX = 16;

type Paid = Pick<OwedNext, 'command' | 'cause' | 'actor'> & Partial<Pick<OwedNext, 'dueAt'>>;

export interface StepperOptions {
  state: CoreState;
  /** Milliseconds since the epoch; the journal's time does not run backwards even if this does. */
  clock: () => number;
  /** Bytes of a batch, at most; tests take less than the core's bound. */
  batchBytesMax?: number;
  /** Every batch that was folded, in order, with its bytes. */
  onDraft: (draft: DraftBatch) => void;
  core?: Core;
}

/** It throws only when a rule of the core is broken; the state must not be used any more then. */
export interface Stepper {
  /**
   * Decides a command and folds what comes of it. Null where more had to go ahead of it than may at once: so much of that is paid, and the
   * command has to be taken again before any other one.
   */
  take(envelope: CommandEnvelope): Outcome | null;
  /** What would come of a command now, with nothing done about it; null when it would happen. */
  foresee(envelope: CommandEnvelope): Outcome | null;
  /**
   * Pays debts of that urgency which are due now, a batch each, and urgent ones before any scheduled one, until it has been so many with
   * what goes ahead of them. True when more are due.
   */
  settle(urgency: Debt['urgency'], most: number): boolean;
  /** Whether debts of that urgency, or of any, are due now. */
  owes(urgency?: Debt['urgency']): boolean;
  /** When time makes the next debt due, milliseconds; null when none is owed. May lie in the past. */
  nextDue(): number | null;
}

export function createStepper({
  state,
  clock,
  batchBytesMax = BATCH_BYTES_MAX,
  onDraft,
  core = EXCHANGE_CORE,
}: StepperOptions): Stepper {
  function take({ actor, clientId, command }: CommandEnvelope): Outcome | null {
    const note: CommandNote = { type: command.type };
    if (clientId !== undefined) {
      const digest = core.digestOf(command);
      const known = recalled(state, actor, clientId, digest);
      if (known) return known;
      note.clientId = clientId;
      note.digest = digest;
    }
    const at = now();
    if (capabilityOf(actor) !== 'feed') payBefore(at);
    let left = AHEAD_MAX;
    while (left > 0) {
      const decided = decideAndFold(command, actor, note, at);
      if (isRejection(decided)) return decided;
      if (!Array.isArray(decided)) return { position: positionOf(decided), id: core.madeBy(decided), repeated: false };
      left -= payAhead(decided, left, at);
    }
    return null;
  }

  /** As many as are allowed; the rest is asked for anew. */
  function payAhead(ahead: readonly FollowUp[], most: number, at: number): number {
    const paid = ahead.slice(0, most);
    for (const command of paid) pay({ command }, at);
    return paid.length;
  }

  /** What time makes due urgently, before anything that carries this time: few, and their time has come since the last turn. */
  function payBefore(at: number): void {
    for (let owed = core.react(state, at, 'urgent'); owed && isByTime(owed); owed = core.react(state, at, 'urgent')) {
      pay(owed, at);
    }
  }

  function foresee({ actor, clientId, command }: CommandEnvelope): Outcome | null {
    const known = clientId === undefined ? null : recalled(state, actor, clientId, core.digestOf(command));
    if (known) return known;
    const events = core.decide(state, command, { actor, at: now() });
    return isRejection(events) ? events : null;
  }

  /** The journal's time: the clock's, and never before the batch ahead. */
  function now(): number {
    return Math.max(clock(), state.at);
  }

  /** What has to go ahead of it, where something has: then the command is not decided on what was before. */
  function decideAndFold(
    command: Command,
    actor: Actor,
    note: CommandNote,
    at: number,
    dueAt?: number,
  ): Batch | Rejection | FollowUp[] {
    const events = core.decide(state, command, { actor, at, dueAt });
    if (isRejection(events)) return events;
    const ahead = core.ahead(state, command, events);
    if (ahead.length > 0) return ahead;
    if (events.length > BATCH_EVENTS_MAX) return reject('batch.too.large');
    const batch = batchOf(events, actor, note, at);
    const body = core.encodeBody(batch);
    if (isTooLarge(body)) return reject('batch.too.large');
    fold({ batch, body });
    return batch;
  }

  function batchOf(events: CoreEvent[], actor: Actor, command: CommandNote, at: number): Batch {
    return { v: BATCH_VERSION, first: state.position + 1, at, command, actor, events };
  }

  function fold(draft: DraftBatch): void {
    core.evolve(state, draft.batch);
    onDraft(draft);
  }

  /** Only a body that could be too large is measured exactly. */
  function isTooLarge(body: string): boolean {
    if (body.length * UNIT_BYTES_MAX + CHAIN_BYTES <= batchBytesMax) return false;
    return Buffer.byteLength(body) + CHAIN_BYTES > batchBytesMax;
  }

  /** A debt is never refused: what cannot be done is ended. */
  function settle(urgency: Debt['urgency'], most: number): boolean {
    let paid = 0;
    for (;;) {
      const at = now();
      const owed = core.react(state, at, urgency === 'urgent' ? urgency : undefined);
      if (!owed) return false;
      if (paid >= most) return true;
      paid += pay(owed, at);
    }
  }

  /** How many batches it was. Where something has to go ahead of it that alone is paid: whether it is owed still is asked anew. */
  function pay({ command, cause, dueAt, actor = 'clock' }: Paid, at: number): number {
    const note: CommandNote = cause === undefined ? { type: command.type } : { type: command.type, cause };
    const paid = decideAndFold(command, actor, note, at, dueAt);
    if (Array.isArray(paid)) return payAhead(paid, AHEAD_MAX, at);
    if (isRejection(paid)) {
      const batch = batchOf(core.giveUp(state, command), actor, note, at);
      fold({ batch, body: core.encodeBody(batch) });
    }
    return 1;
  }

  function owes(urgency?: Debt['urgency']): boolean {
    return core.react(state, now(), urgency) !== null;
  }

  return { take, foresee, settle, owes, nextDue: () => core.nextDue(state, now()) };
}

/**
 * For what has no other traffic to let through, a replay or a test: takes a command with all that is owed before it and all
 * that it makes due at once.
 */
export function createTaker(options: StepperOptions): (envelope: CommandEnvelope) => Outcome {
  const stepper = createStepper(options);
  return (envelope) => {
    stepper.settle('urgent', Infinity);
    stepper.settle('scheduled', Infinity);
    return takeWhole(stepper, envelope);
  };
}

/** With all that goes ahead of it, and what that makes due, and all that it makes due at once. */
export function takeWhole({ take, settle }: Pick<Stepper, 'take' | 'settle'>, envelope: CommandEnvelope): Outcome {
  let outcome: Outcome | null;
  do {
    outcome = take(envelope);
    settle('urgent', Infinity);
  } while (outcome === null);
  return outcome;
}

/** What a client id that is known says: the first outcome again, or that it stands for something else. */
function recalled(state: CoreState, actor: Actor, clientId: string, digest: string): Outcome | null {
  const known = recognise(state, actor, clientId, digest);
  if (!known || isRejection(known)) return known;
  return { position: known.position, id: known.id, repeated: true };
}
