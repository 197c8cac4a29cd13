import { useCallback } from 'react';
import { useSelector } from 'react-redux';

/**
 * Applies a stable selector to one thing, as a market by its name. A selector created per rendering retains the whole last state, and React
 * retains the previous rendering. Old states would then stay in memory as long as the component.
 */
export function useSelected<State, Key, Selected>(
  select: (state: State, key: Key) => Selected,
  key: Key,
  isSame?: (one: Selected, other: Selected) => boolean,
): Selected {
  return useSelector(
    useCallback((state: State) => select(state, key), [select, key]),
    isSame,
  );
}
