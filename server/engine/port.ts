/** What the features know of the engine: submit a command, get its durable outcome. */
import type { Actor, Command } from '../core/command';
import type { Rejection } from '../core/rejection';

export interface CommandEnvelope {
  actor: Actor;
  /** 1 to 36 of A–Z a–z 0–9 _ -; absent only on commands from inside. */
  clientId?: string;
  command: Command;
}

/** Accepted and durable. */
export interface Accepted {
  /** Names the batch: position of its last event. */
  position: number;
  /** What the command made: the order, withdrawal or hold id; null for commands that make none. */
  id: number | null;
  /** True when the same client id and payload had been accepted before: this is the first outcome again. */
  repeated: boolean;
}

export type Outcome = Accepted | Rejection;

/** The engine did not take the command or cannot tell what became of it; retry with the same client id. */
export class EngineUnavailable extends Error {
  constructor(readonly code: 'system.busy' | 'storage.full' | 'outcome.unknown') {
    super(code);
  }
}

export interface EngineFigures {
  /** Commands taken and not yet answered. */
  pending: number;
  /** Those of them that wait for what was due before them, and are decided after it. */
  undecided: number;
  pendingMax: number;
  /** Position of the last durable event. */
  durablePosition: number;
  ready: boolean;
  /** What stopped the engine last; null again as soon as an append succeeds. */
  trouble: string | null;
}

export interface CommandPort {
  /** Resolves when the outcome is durable (a rejection: when every append before it is). Rejects with EngineUnavailable. */
  submit(envelope: CommandEnvelope): Promise<Outcome>;
  /**
   * The outcome that is known before anything is done: the first one of a repeated command, or the refusal there would be
   * now. Null when the command would be executed. Durable as with `submit`.
   */
  foresee(envelope: CommandEnvelope): Promise<Outcome | null>;
  figures(): EngineFigures;
}
