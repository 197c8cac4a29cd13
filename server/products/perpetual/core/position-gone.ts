/** The end of a position, however it came: nothing that is kept beside it stays behind. */
import type { CoreState } from '../../../core/state';
import { forgetLock } from './locks/evolve';
import { notePositionClosed } from './stops/evolve';
import { forgetFound } from './liquidation/found';
import { forgetPosition } from './funding/state';
import type { Position } from './state';

export function positionGone(state: CoreState, position: Position): void {
  forgetPosition(state, position);
  forgetFound(state, position);
  forgetLock(state, position.id);
  notePositionClosed(state, position.id);
}
