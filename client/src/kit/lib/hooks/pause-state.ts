/** Keeps sorted rows in place while the user is about to choose one. */
import type { FocusEvent } from 'react';

/** Whether a choice is imminent, by pointer or by focus. */
export interface PauseState {
  take: (by: 'pointer' | 'focus') => void;
  letGo: (by: 'pointer' | 'focus') => void;
  isHeld: () => boolean;
}

export function createPauseState(): PauseState {
  const held = new Set<'pointer' | 'focus'>();
  return { take: (by) => held.add(by), letGo: (by) => held.delete(by), isHeld: () => held.size > 0 };
}

/** Event handlers for the element around the rows. */
export function pauseHandlers(hold: PauseState) {
  return {
    onPointerEnter: () => hold.take('pointer'),
    onPointerLeave: () => hold.letGo('pointer'),
    // A lifted finger has left, although browsers may still report a hovering pointer.
    onPointerCancel: () => hold.letGo('pointer'),
    // Keyboard focus only: after a click the focus may stay on a row, without a choice to come.
    onFocus: ({ target }: FocusEvent) => void (target.matches(':focus-visible') && hold.take('focus')),
    onBlur: () => hold.letGo('focus'),
  };
}
