import { useCallback } from 'react';
import { useSelector } from 'react-redux';

/**
 * What `select`, a function that is made once, says `of` one thing, as of a market by its name. A selector that is made with each
 * rendering remembers the whole state that it last looked at, and React remembers the rendering before: something of every state in
 * which a part of the screen was last drawn would stay in memory for as long as that part is.
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
