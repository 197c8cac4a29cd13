/**
 * Decides and folds one command, or one due item of the core. The sequencer and the replay of recorded flows share it, so
 * both do exactly the same.
 */
import { capabilityOf } from '../core/actor';
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../core/bounds';
import type { Actor, Command, FollowUp } from '../core/command';
import { type Core } from '../core/core';
import { EXCHANGE_CORE } from '../products/core';
import { findRepeatedCommand } from '../core/decide';
import { BATCH_VERSION, positionOf, type Batch, type CommandNote, type CoreEvent } from '../core/event';
import type { DueWork, DueItem } from '../core/product';
import { isByTime } from '../core/react';
import { isRejection, reject, type Rejection } from '../core/rejection';
import type { CoreState } from '../core/state';
import type { DraftBatch } from '../journal/port';
import type { CommandEnvelope, Outcome, PresentState } from './port';

/** Bytes that the journal adds to a body: `,"prev":"` + 64 hex digits + `"}`. */
const CHAIN_BYTES = 74;
/** A UTF-16 unit takes at most three bytes in UTF-8. */
const UNIT_BYTES_MAX = 3;

/**
 * Maximum follow-ups ahead of one command in one slice. A taker may meet 190 accounts with funding to settle, one batch
 * each. Beyond this number the command waits, first in line, while the decided batches are written and feeds are
 * accepted.
 */
export const PREREQUISITES_MAX = 16;

type DueCommand = Pick<DueItem, 'command' | 'cause' | 'actor'> & Partial<Pick<DueItem, 'dueAt'>>;

export interface StepperOptions {
  state: CoreState;
  /** Milliseconds since the epoch; the journal's time never runs backwards, even if this does. */
  clock: () => number;
  /** Maximum bytes of a batch; tests use less than the core's bound. */
  batchBytesMax?: number;
  /** Every batch that was folded, in order, with its bytes. */
  onDraft: (draft: DraftBatch) => void;
  core?: Core;
}

/** Throws only if a rule of the core is broken; the state must not be used afterwards. */
export interface Stepper {
  /**
   * Decides a command and folds its events. Null if more follow-ups precede it than one slice permits: one slice of
   * them is settled, and the command must be taken again before any other.
   */
  execute(envelope: CommandEnvelope): Outcome | null;
  /** The outcome that a command would have now, without execution; null if it would be accepted. */
  dryRun(envelope: CommandEnvelope): Outcome | null;
  present(): PresentState;
  /**
   * Settles items of this urgency that are due now, one batch each, urgent ones first. `max` limits the batches,
   * including follow-ups. True if more are due.
   */
  runDueWork(urgency: DueWork['urgency'], max: number): boolean;
  /** Whether due items of that urgency, or of any, are due now. */
  hasDueWork(urgency?: DueWork['urgency']): boolean;
  /** Time at which the next item becomes due, milliseconds; null without one. May lie in the past. */
  nextDue(): number | null;
}

export function createStepper({
  state,
  clock,
  batchBytesMax = BATCH_BYTES_MAX,
  onDraft,
  core = EXCHANGE_CORE,
}: StepperOptions): Stepper {
  function execute({ actor, clientId, command }: CommandEnvelope): Outcome | null {
    const commandNote: CommandNote = { type: command.type };
    if (clientId !== undefined) {
      const digest = core.digestOf(command);
      const previousOutcome = repeatedOutcome(state, actor, clientId, digest);
      if (previousOutcome) return previousOutcome;
      commandNote.clientId = clientId;
      commandNote.digest = digest;
    }
    const at = currentTime();
    if (capabilityOf(actor) !== 'feed') runDueBefore(at);
    let remaining = PREREQUISITES_MAX;
    while (remaining > 0) {
      const decided = decideAndFold(command, actor, commandNote, at);
      if (isRejection(decided)) return decided;
      if (!Array.isArray(decided))
        return { position: positionOf(decided), id: core.createdIdOf(decided), repeated: false };
      remaining -= runPrerequisites(decided, remaining, at);
    }
    return null;
  }

  /** Settles at most `max` follow-ups; `core.prerequisites` returns the rest again. */
  function runPrerequisites(prerequisites: readonly FollowUp[], max: number, at: number): number {
    const followUps = prerequisites.slice(0, max);
    for (const command of followUps) runDueItem({ command }, at);
    return followUps.length;
  }

  /**
   * Settles the urgent items that fall due by time before an event with this timestamp. They are few: due since the
   * last turn.
   */
  function runDueBefore(at: number): void {
    for (
      let dueItem = core.react(state, at, 'urgent');
      dueItem && isByTime(dueItem);
      dueItem = core.react(state, at, 'urgent')
    ) {
      runDueItem(dueItem, at);
    }
  }

  function dryRun({ actor, clientId, command }: CommandEnvelope): Outcome | null {
    const previousOutcome =
      clientId === undefined ? null : repeatedOutcome(state, actor, clientId, core.digestOf(command));
    if (previousOutcome) return previousOutcome;
    const events = core.decide(state, command, { actor, at: currentTime() });
    return isRejection(events) ? events : null;
  }

  function present(): PresentState {
    return { view: state, at: currentTime(), decide: core.decide };
  }

  /** The journal's time: the clock's, but never before the previous batch. */
  function currentTime(): number {
    return Math.max(clock(), state.at);
  }

  /** If follow-ups must precede the command, returns them without deciding the command on the earlier state. */
  function decideAndFold(
    command: Command,
    actor: Actor,
    commandNote: CommandNote,
    at: number,
    dueAt?: number,
  ): Batch | Rejection | FollowUp[] {
    const events = core.decide(state, command, { actor, at, dueAt });
    if (isRejection(events)) return events;
    const prerequisites = core.prerequisites(state, command, events);
    if (prerequisites.length > 0) return prerequisites;
    if (events.length > BATCH_EVENTS_MAX) return reject('batch.too.large');
    const batch = batchOf(events, actor, commandNote, at);
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

  /** A due item is never rejected: one that cannot be settled is given up. */
  function runDueWork(urgency: DueWork['urgency'], max: number): boolean {
    let settledCount = 0;
    for (;;) {
      const at = currentTime();
      const dueItem = core.react(state, at, urgency === 'urgent' ? urgency : undefined);
      if (!dueItem) return false;
      if (settledCount >= max) return true;
      settledCount += runDueItem(dueItem, at);
    }
  }

  /**
   * Returns the number of batches. If follow-ups must precede it, settles only those; the next check decides whether it
   * is still due.
   */
  function runDueItem({ command, cause, dueAt, actor = 'clock' }: DueCommand, at: number): number {
    const commandNote: CommandNote = cause === undefined ? { type: command.type } : { type: command.type, cause };
    const decided = decideAndFold(command, actor, commandNote, at, dueAt);
    if (Array.isArray(decided)) return runPrerequisites(decided, PREREQUISITES_MAX, at);
    if (isRejection(decided)) {
      const batch = batchOf(core.fallbackEvents(state, command), actor, commandNote, at);
      fold({ batch, body: core.encodeBody(batch) });
    }
    return 1;
  }

  function hasDueWork(urgency?: DueWork['urgency']): boolean {
    return core.react(state, currentTime(), urgency) !== null;
  }

  return {
    execute,
    dryRun,
    present,
    runDueWork,
    hasDueWork,
    nextDue: () => core.nextDue(state, currentTime()),
  };
}

/**
 * For replays and tests without other traffic: takes a command with all earlier due items and all items it makes due at
 * once.
 */
export function createExecutor(options: StepperOptions): (envelope: CommandEnvelope) => Outcome {
  const stepper = createStepper(options);
  return (envelope) => {
    stepper.runDueWork('urgent', Infinity);
    stepper.runDueWork('scheduled', Infinity);
    return executeFully(stepper, envelope);
  };
}

/** Takes a command with its follow-ups, and settles all urgent due items that these and the command cause. */
export function executeFully(
  { execute, runDueWork }: Pick<Stepper, 'execute' | 'runDueWork'>,
  envelope: CommandEnvelope,
): Outcome {
  let outcome: Outcome | null;
  do {
    outcome = execute(envelope);
    runDueWork('urgent', Infinity);
  } while (outcome === null);
  return outcome;
}

/** Outcome for a known client id: the first outcome again, or a rejection if its payload differs. */
function repeatedOutcome(state: CoreState, actor: Actor, clientId: string, digest: string): Outcome | null {
  const firstOutcome = findRepeatedCommand(state, actor, clientId, digest);
  if (!firstOutcome || isRejection(firstOutcome)) return firstOutcome;
  return { position: firstOutcome.position, id: firstOutcome.id, repeated: true };
}
