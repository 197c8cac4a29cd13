/** Inputs of decide beside the state, and its possible results. */
import type { Actor } from './actor';
import type { CoreEvent } from './event';
import type { Rejection } from './rejection';

export interface Context {
  readonly actor: Actor;
  /** The time of the batch, milliseconds; decides which timed changes are in effect. */
  readonly at: number;
  /** When the work was due, which may be long before `at`: a due item's rules use it. Absent for all else. */
  readonly dueAt?: number;
}

export type Decision = CoreEvent[] | Rejection;
