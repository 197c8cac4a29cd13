import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';

/**
 * What `select` gives, at most once a frame: however many messages arrive in between, the screen is drawn once. A page in
 * the background is not drawn at all, since it has no frames.
 */
export function useFramed<State, Selected>(select: (state: State) => Selected): Selected {
  const store = useStore<State>();
  const latest = useRef(select);
  const [shown, setShown] = useState(() => select(store.getState()));
  useEffect(() => {
    latest.current = select;
  });
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      setShown(latest.current(store.getState()));
    };
    const unsubscribe = store.subscribe(() => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    });
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [store]);
  return shown;
}
