/**
 * One command's way through the core: what the state owes first, then the command, then what it made due. The sequencer
 * and the replay of recorded flows share it, so both do exactly the same.
 */
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX } from '../core/bounds';
import type { Actor, Command } from '../core/command';
import { encodeBody } from '../core/codec';
import { decide, digestOf, recognise } from '../core/decide';
import { positionOf, type Batch, type CommandNote, type CoreEvent } from '../core/event';
import { evolve, madeBy } from '../core/evolve';
import { giveUp } from '../core/give-up';
import { react } from '../core/react';
import { isRejection, reject, type Rejection } from '../core/rejection';
import type { CoreState } from '../core/state';
import type { DraftBatch } from '../journal/port';
import type { CommandEnvelope, Outcome } from './port';

/** `,"prev":"` + 64 hex digits + `"}`: what the journal adds to a body. */
const CHAIN_BYTES = 74;
/** A UTF-16 unit takes at most three bytes in UTF-8. */
const UNIT_BYTES_MAX = 3;

export interface StepperOptions {
  state: CoreState;
  /** Milliseconds since the epoch; the journal's time does not run backwards even if this does. */
  clock: () => number;
  /** Bytes of a batch, at most; tests take less than the core's bound. */
  batchBytesMax?: number;
  /** Every batch that was folded, in order, with its bytes. */
  onDraft: (draft: DraftBatch) => void;
}

/** What a client id that is known says: the first outcome again, or that it stands for something else. */
function recalled(state: CoreState, actor: Actor, clientId: string, digest: string): Outcome | null {
  const known = recognise(state, actor, clientId, digest);
  if (!known || isRejection(known)) return known;
  return { position: known.position, id: known.id, repeated: true };
}

/** What would come of a command now, with nothing done about it; null when it would happen. */
export function foresee(state: CoreState, { actor, clientId, command }: CommandEnvelope): Outcome | null {
  const known = clientId === undefined ? null : recalled(state, actor, clientId, digestOf(command));
  if (known) return known;
  const events = decide(state, command, actor);
  return isRejection(events) ? events : null;
}

/**
 * Returns the function that takes commands. It throws only when a rule of the core is broken; the state must not be used
 * any more then.
 */
export function createStepper({
  state,
  clock,
  batchBytesMax = BATCH_BYTES_MAX,
  onDraft,
}: StepperOptions): (envelope: CommandEnvelope) => Outcome {
  function take({ actor, clientId, command }: CommandEnvelope): Outcome {
    owe();
    const note: CommandNote = { type: command.type };
    if (clientId !== undefined) {
      const digest = digestOf(command);
      const known = recalled(state, actor, clientId, digest);
      if (known) return known;
      note.clientId = clientId;
      note.digest = digest;
    }
    const batch = decideAndFold(command, actor, note);
    if (isRejection(batch)) return batch;
    owe();
    return { position: positionOf(batch), id: madeBy(batch), repeated: false };
  }

  function decideAndFold(command: Command, actor: Actor, note: CommandNote): Batch | Rejection {
    const events = decide(state, command, actor);
    if (isRejection(events)) return events;
    if (events.length > BATCH_EVENTS_MAX) return reject('batch.too.large');
    const batch = batchOf(events, actor, note);
    const body = encodeBody(batch);
    if (isTooLarge(body)) return reject('batch.too.large');
    fold({ batch, body });
    return batch;
  }

  function batchOf(events: CoreEvent[], actor: Actor, command: CommandNote): Batch {
    return { v: 1, first: state.position + 1, at: Math.max(clock(), state.at), command, actor, events };
  }

  function fold(draft: DraftBatch): void {
    evolve(state, draft.batch);
    onDraft(draft);
  }

  /** Only a body that could be too large is measured exactly. */
  function isTooLarge(body: string): boolean {
    if (body.length * UNIT_BYTES_MAX + CHAIN_BYTES <= batchBytesMax) return false;
    return Buffer.byteLength(body) + CHAIN_BYTES > batchBytesMax;
  }

  /** What the state owes comes before anything from outside. It is never refused: what cannot be done is ended. */
  function owe(): void {
    for (let owed = react(state); owed; owed = react(state)) {
      const note: CommandNote = { type: owed.command.type, cause: owed.cause };
      if (!isRejection(decideAndFold(owed.command, 'system', note))) continue;
      const batch = batchOf(giveUp(state, owed.command), 'system', note);
      fold({ batch, body: encodeBody(batch) });
    }
  }

  return take;
}
