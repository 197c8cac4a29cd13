import { useCallback, useState, type Dispatch, type SetStateAction } from 'react';

/**
 * State per thing for a component that shows several in turn, as markets. A change of the thing resets it within the same rendering. Late
 * updates for the former thing are dropped.
 */
export function useStateByKey<State extends object | string | number | boolean | null>(
  of: string,
  begin: () => State,
): [State, Dispatch<SetStateAction<State>>] {
  const [stored, setStored] = useState(() => ({ of, state: begin() }));
  let current = stored;
  if (stored.of !== of) {
    current = { of, state: begin() };
    setStored(current);
  }
  const set = useCallback(
    (next: SetStateAction<State>) =>
      setStored((now) => {
        if (now.of !== of) return now;
        return { of, state: typeof next === 'function' ? (next as (state: State) => State)(now.state) : next };
      }),
    [of],
  );
  return [current.state, set];
}
