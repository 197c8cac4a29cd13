/** What the state owes before it may take the next command from outside. Derivable, so a crash between two steps loses nothing. */
import type { FollowUp } from './command';
import type { CoreView } from './state';

export interface Owed {
  command: FollowUp;
  /** Position of the batch that made it due. */
  cause: number;
}

/**
 * The next follow-up, or null when nothing is owed. A frozen account's orders end before anything can fire or match: nobody
 * trades with it from the freeze on.
 */
export function react(view: CoreView): Owed | null {
  const { frozenTraders, position } = view;
  // What makes the next piece due is the freeze, or the piece before it: nothing comes in between.
  if (frozenTraders.size > 0)
    return { command: { type: 'EndFrozenOrders', user: lowest(frozenTraders) }, cause: position };
  const reached = view.reached[0];
  return reached ? { command: { type: 'TriggerOrder', order: reached.order }, cause: reached.cause } : null;
}

/** The order in which they were put there is no part of the state. */
function lowest(users: ReadonlySet<number>): number {
  let found = Infinity;
  for (const user of users) if (user < found) found = user;
  return found;
}
