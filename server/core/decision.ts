/** What deciding a command can end with. */
import type { Actor, CommandOf, CommandType } from './command';
import type { CoreEvent } from './event';
import type { Rejection } from './rejection';
import type { CoreView } from './state';

export type Decision = CoreEvent[] | Rejection;
export type Decider<T extends CommandType> = (view: CoreView, command: CommandOf<T>, actor: Actor) => Decision;
