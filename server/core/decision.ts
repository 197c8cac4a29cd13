/** What deciding a command rests on beside the state, and what it can end with. */
import type { Actor } from './actor';
import type { CoreEvent } from './event';
import type { Rejection } from './rejection';

export interface Context {
  readonly actor: Actor;
  /** The time that the batch will carry, milliseconds: what takes effect at a time is judged by it. */
  readonly at: number;
  /** When a debt was due, which may be long before `at`: a debt's rules use it. Absent for all else. */
  readonly dueAt?: number;
}

export type Decision = CoreEvent[] | Rejection;
