import { useCallback } from 'react';
import { useSelector } from 'react-redux';

/**
 * Applies a stable selector to one thing, as a market by its name. A selector created per rendering retains the whole last state, and React
 * retains the previous rendering. Old states would then stay in memory as long as the component.
 */
export function useSelected<State, Of, Said>(
  select: (state: State, of: Of) => Said,
  of: Of,
  isSame?: (one: Said, other: Said) => boolean,
): Said {
  return useSelector(
    useCallback((state: State) => select(state, of), [select, of]),
    isSame,
  );
}
