/** The end of a position, however it came: nothing that is kept beside it stays behind. */
import type { CoreState } from '../state';
import { forgetLock } from './evolve-locks';
import { notePositionClosed } from './evolve-stops';
import { forgetFound } from './found';
import { forgetPosition } from './funding-state';
import type { Position } from './state';

export function positionGone(state: CoreState, position: Position): void {
  forgetPosition(state, position);
  forgetFound(state, position);
  forgetLock(state, position.id);
  notePositionClosed(state, position.id);
}
