import { useCallback, useState, type Dispatch, type SetStateAction } from 'react';

/**
 * State per thing for a component that shows several in turn, as markets. A change of the thing resets it within the same rendering. Late
 * updates for the former thing are dropped.
 */
export function useStateByKey<State extends object | string | number | boolean | null>(
  key: string,
  begin: () => State,
): [State, Dispatch<SetStateAction<State>>] {
  const [stored, setStored] = useState(() => ({ of: key, state: begin() }));
  let current = stored;
  if (stored.of !== key) {
    current = { of: key, state: begin() };
    setStored(current);
  }
  const set = useCallback(
    (next: SetStateAction<State>) =>
      setStored((previous) => {
        if (previous.of !== key) return previous;
        return {
          of: key,
          state: typeof next === 'function' ? (next as (state: State) => State)(previous.state) : next,
        };
      }),
    [key],
  );
  return [current.state, set];
}
