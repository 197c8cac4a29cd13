/** Keeps sorted rows in place while the user is about to choose one. */
import type { FocusEvent } from 'react';

/** Whether a choice is imminent, by pointer or by focus. */
export interface PauseState {
  acquire: (source: 'pointer' | 'focus') => void;
  release: (source: 'pointer' | 'focus') => void;
  isHeld: () => boolean;
}

export function createPauseState(): PauseState {
  const holders = new Set<'pointer' | 'focus'>();
  return {
    acquire: (source) => holders.add(source),
    release: (source) => holders.delete(source),
    isHeld: () => holders.size > 0,
  };
}

/** Event handlers for the element around the rows. */
export function pauseHandlers(hold: PauseState) {
  return {
    onPointerEnter: () => hold.acquire('pointer'),
    onPointerLeave: () => hold.release('pointer'),
    // A lifted finger has left, although browsers may still report a hovering pointer.
    onPointerCancel: () => hold.release('pointer'),
    // Keyboard focus only: after a click the focus may stay on a row, without a choice to come.
    onFocus: ({ target }: FocusEvent) => void (target.matches(':focus-visible') && hold.acquire('focus')),
    onBlur: () => hold.release('focus'),
  };
}
