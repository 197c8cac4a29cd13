import type { Store } from '@reduxjs/toolkit';
import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';

/**
 * What `select` gives, at most once a frame: however many messages arrive in between, the screen is drawn once. A page in
 * the background is not drawn at all, since it has no frames. For one state `select` gives the same thing each time.
 */
export function useFramed<State, Selected>(select: (state: State) => Selected): Selected {
  const store = useStore<State>();
  const subscribe = useCallback((draw: () => void) => onFrame(store, draw), [store]);
  return useSyncExternalStore(subscribe, () => select(store.getState()));
}

/** Tells of changes with the next frame, once for all that came before it; gives the end of it. */
export function onFrame(store: Pick<Store, 'subscribe'>, draw: () => void): () => void {
  let frame = 0;
  const unsubscribe = store.subscribe(() => {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  });
  return () => {
    unsubscribe();
    cancelAnimationFrame(frame);
  };
}
