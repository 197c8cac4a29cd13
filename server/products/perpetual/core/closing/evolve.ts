/** Applies the events of close-all and reverse to the state. */
import { getOrThrow } from '../../../../core/evolve-helpers';
import type { CoreState } from '../../../../core/state';
import type { CloseOutBegun, CloseOutEnded, ReverseEnded } from './events';

export function beginCloseOut({ closeOut }: CoreState, { type: _, ...closing }: CloseOutBegun): void {
  closeOut.closing.set(closing.position, closing);
}

export function endCloseOut({ closeOut }: CoreState, { position, mode, left, reason }: CloseOutEnded): void {
  const closing = getOrThrow(closeOut.closing, position);
  closeOut.closing.delete(position);
  if (mode === 'reverse' && left === 0 && reason === undefined) closeOut.reversing.set(position, closing);
}

export function endReverse({ closeOut }: CoreState, { position }: ReverseEnded): void {
  getOrThrow(closeOut.reversing, position);
  closeOut.reversing.delete(position);
}
