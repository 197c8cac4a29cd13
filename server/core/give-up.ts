/**
 * The last resort for what the state owes: whatever a follow-up would do cannot be one batch, so it is ended by events that
 * say so. Each kind is decided within the bounds of a batch; this keeps a mistake in one of them from stopping the exchange
 * at every start.
 */
import type { CommandOf, FollowUp } from './command';
import type { CoreEvent } from './event';
import { giveUpEndFrozenOrders } from './spot/cancel';
import { giveUpTriggerOrder } from './spot/trigger';
import type { CoreView } from './state';

/** A few events for each kind, behind which it is owed no more. */
const ENDINGS: { [T in FollowUp['type']]: (view: CoreView, command: CommandOf<T>) => CoreEvent[] } = {
  TriggerOrder: giveUpTriggerOrder,
  EndFrozenOrders: giveUpEndFrozenOrders,
};

export function giveUp(view: CoreView, command: FollowUp): CoreEvent[] {
  const ending = ENDINGS[command.type] as (view: CoreView, command: FollowUp) => CoreEvent[];
  return ending(view, command);
}
