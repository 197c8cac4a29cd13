/** Rows that are ordered by what moves stay where they are while somebody is about to choose one. */
import type { FocusEvent } from 'react';

/** Whether somebody is about to choose a row, and by what. */
export interface Hold {
  take: (by: 'pointer' | 'focus') => void;
  letGo: (by: 'pointer' | 'focus') => void;
  isHeld: () => boolean;
}

export function createHold(): Hold {
  const held = new Set<'pointer' | 'focus'>();
  return { take: (by) => held.add(by), letGo: (by) => held.delete(by), isHeld: () => held.size > 0 };
}

/** What the element around the rows hears of. */
export function holding(hold: Hold) {
  return {
    onPointerEnter: () => hold.take('pointer'),
    onPointerLeave: () => hold.letGo('pointer'),
    // A finger that is lifted has gone, whatever the browser says of a pointer that hovers.
    onPointerCancel: () => hold.letGo('pointer'),
    // By the keyboard: after a click the focus stays where it was, and nobody is about to choose.
    onFocus: ({ target }: FocusEvent) => void (target.matches(':focus-visible') && hold.take('focus')),
    onBlur: () => hold.letGo('focus'),
  };
}
