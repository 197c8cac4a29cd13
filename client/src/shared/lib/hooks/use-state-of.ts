import { useCallback, useState, type Dispatch, type SetStateAction } from 'react';

/**
 * State of one thing of several that the same component shows in turn, as of a market: with another one it begins anew, within the
 * same rendering. What is set late, by whoever still had the one before, is dropped.
 */
export function useStateOf<State extends object | string | number | boolean | null>(
  of: string,
  begin: () => State,
): [State, Dispatch<SetStateAction<State>>] {
  const [kept, keep] = useState(() => ({ of, state: begin() }));
  let shown = kept;
  if (kept.of !== of) {
    shown = { of, state: begin() };
    keep(shown);
  }
  const set = useCallback(
    (next: SetStateAction<State>) =>
      keep((now) => {
        if (now.of !== of) return now;
        return { of, state: typeof next === 'function' ? (next as (state: State) => State)(now.state) : next };
      }),
    [of],
  );
  return [shown.state, set];
}
