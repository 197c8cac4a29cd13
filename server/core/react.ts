/** What the state owes before it may take the next command from outside. Derivable, so a crash between two steps loses nothing. */
import type { FollowUp } from './command';
import type { CoreView } from './state';

export interface Owed {
  command: FollowUp;
  /** Position of the batch that made it due. */
  cause: number;
}

/** The next follow-up, or null when nothing is owed. */
export function react(view: CoreView): Owed | null {
  const reached = view.reached[0];
  return reached ? { command: { type: 'TriggerOrder', order: reached.order }, cause: reached.cause } : null;
}
