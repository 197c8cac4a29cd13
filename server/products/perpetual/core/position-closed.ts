/** End of a position, whatever the cause: all data kept beside it is removed. */
import type { CoreState } from '../../../core/state';
import { forgetLock } from './locks/evolve';
import { notePositionClosed } from './stops/evolve';
import { dequeuePosition } from './liquidation/liquidation-queue';
import { forgetPosition } from './funding/state';
import type { Position } from './state';

export function cleanUpClosedPosition(state: CoreState, position: Position): void {
  forgetPosition(state, position);
  dequeuePosition(state, position);
  forgetLock(state, position.id);
  notePositionClosed(state, position.id);
}
